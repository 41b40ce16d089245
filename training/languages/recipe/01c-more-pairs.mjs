// Pairs from LibreOffice's help (paragraphs with the same id) and from npm packages whose translations are modules.
//
// Usage: node 01c-more-pairs.mjs WORK     (WORK/debs3/libreoffice-help-*.deb, WORK/npm/*.tgz)
// Writes WORK/pairs/LANG.more.tsv
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const work = process.argv[2];
const codes = {
  "zh-cn": "zh",
  "zh-hans": "zh",
  zh: "zh",
  "zh-tw": "zht",
  "zh-hant": "zht",
  "pt-br": "pt",
  pt: "pt",
  "de-de": "de",
  "fr-fr": "fr",
  "es-es": "es",
  "it-it": "it",
  "ja-jp": "ja",
  "ko-kr": "ko",
  "ru-ru": "ru",
  "vi-vn": "vi",
  "pl-pl": "pl",
  "ar-sa": "ar",
  "id-id": "id",
  "tr-tr": "tr",
  "uk-ua": "uk",
};
for (const code of "ja ko de fr es it ru uk pl nl tr ar hi vi id cs sv".split(" ")) codes[code] = code;
const out = {};
const counts = {};
const put = (source, code, english, foreign) => {
  const language = codes[code.toLowerCase().replace("_", "-")];
  if (
    !language ||
    typeof english !== "string" ||
    typeof foreign !== "string" ||
    english === foreign ||
    foreign === "" ||
    english.length > 400
  )
    return;
  out[language] ??= new Set();
  out[language].add(`${source}\t${english.replace(/\s+/g, " ")}\t${foreign.replace(/\s+/g, " ")}`);
  counts[source] ??= {};
  counts[source][language] = (counts[source][language] ?? 0) + 1;
};
function* flatten(value, path = "") {
  if (typeof value === "string") yield [path, value];
  else if (value && typeof value === "object")
    for (const [key, inner] of Object.entries(value)) yield* flatten(inner, `${path}/${key}`);
}
function byPlace(source, files, base) {
  const english = new Map(flatten(files[base]));
  for (const [code, content] of Object.entries(files))
    for (const [path, text] of flatten(content)) put(source, code, english.get(path), text);
}
function unpack(pattern) {
  const name = readdirSync(`${work}/npm`).find((file) => file.startsWith(pattern) && file.endsWith(".tgz"));
  const folder = `${work}/npm/${pattern}`;
  if (!existsSync(folder)) {
    mkdirSync(folder);
    execFileSync("tar", ["xzf", `${work}/npm/${name}`, "-C", folder, "--strip-components=1"]);
  }
  return folder;
}
async function modules(folder) {
  const files = {};
  for (const name of readdirSync(folder).filter((file) => /^[\w-]+\.js$/.test(file))) {
    try {
      const module = await import(pathToFileURL(`${folder}/${name}`));
      files[name.slice(0, -3)] = { ...module };
    } catch (error) {
      console.error(name, error.message);
    }
  }
  return files;
}

const payload = await modules(`${unpack("payloadcms-translations")}/dist/languages`);
byPlace(
  "npm:payload-translations",
  Object.fromEntries(Object.entries(payload).map(([code, module]) => [code, Object.values(module)[0]])),
  "en",
);
byPlace(
  "npm:univer-sheets-formula-ui",
  await modules(`${unpack("univerjs-sheets-formula-ui")}/lib/es/locale`),
  "en-US",
);
const vendure = `${unpack("vendure-admin-ui")}/static/i18n-messages`;
byPlace(
  "npm:vendure-admin-ui",
  Object.fromEntries(
    readdirSync(vendure).map((name) => [name.slice(0, -5), JSON.parse(readFileSync(`${vendure}/${name}`, "utf8"))]),
  ),
  "en",
);

// LibreOffice's help.
const decode = (html) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
function readHelp(deb) {
  const texts = new Map();
  const archive = execFileSync(
    "sh",
    ["-c", `dpkg-deb --fsys-tarfile '${deb}' | tar xO --wildcards '*.html' --transform 's,x,x,'`],
    { maxBuffer: 1 << 30, encoding: "utf8" },
  );
  for (const [, , id, body] of archive.matchAll(/<(p|h[1-6]|td|li) id="((?:par|hd)_id[^"]+)"[^>]*>([\s\S]*?)<\/\1>/g)) {
    texts.set(id, decode(body));
  }
  return texts;
}
const helps = readdirSync(`${work}/debs3`).filter((name) => name.startsWith("libreoffice-help-"));
const base = readHelp(`${work}/debs3/${helps.find((name) => name.includes("help-en-us"))}`);
for (const name of helps) {
  const code = /help-([a-z-]+)_/.exec(name)[1];
  if (code === "en-us") continue;
  for (const [id, text] of readHelp(`${work}/debs3/${name}`)) put("libreoffice-help", code, base.get(id), text);
}
for (const [language, lines] of Object.entries(out))
  writeFileSync(`${work}/pairs/${language}.more.tsv`, `${[...lines].join("\n")}\n`);
for (const [source, row] of Object.entries(counts)) console.log(source, JSON.stringify(row));
