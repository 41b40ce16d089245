import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of the packages that these modules come from, ours left out; sorted by name. */
export function bundledPackages(moduleIds) {
  const folders = new Set();
  for (const id of moduleIds) {
    const folder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/"))?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders]
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) }))
    .filter(({ manifest }) => !/^(?:toolcrib$|@toolcrib\/)/.test(manifest.name))
    .toSorted((left, right) => (left.manifest.name < right.manifest.name ? -1 : 1));
}

/** The names, versions and licences of bundled packages, as their licences demand. */
export function thirdPartyNotices(packages) {
  const notices = packages.map(({ folder, manifest }) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
    const notice = existsSync(join(folder, "NOTICE"))
      ? `\n\n${readFileSync(join(folder, "NOTICE"), "utf8").trim()}`
      : "";
    return `${manifest.name} ${manifest.version}\n\n${text ?? `Licence: ${manifest.license}`}${notice}`;
  });
  const rule = "-".repeat(80);
  return `toolcrib contains the following packages.\n\n${notices.join(`\n\n${rule}\n\n`)}\n`;
}
