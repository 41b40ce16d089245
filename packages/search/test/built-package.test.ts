import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));
const builtFolder = fileURLToPath(new URL("../dist/", import.meta.url));

const program = `
  import { ToolIndex } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
  const index = new ToolIndex();
  index.add([
    { name: "mcp__mail__send_email", description: "Send an email." },
    { name: "mcp__weather__get_forecast", description: "Weather forecast for a city." },
  ]);
  await index.ready();
  const words = await index.search("will it rain tomorrow", { ranker: "semantic" });
  const pattern = await index.search("/^mcp__mail/");
  const restored = ToolIndex.fromSnapshot(index.snapshot());
  console.log(JSON.stringify({
    meaning: words.hits[0].name,
    semantic: words.semantic,
    pattern: pattern.hits.map(({ name }) => name),
    isSame: restored.hash === index.hash,
  }));
`;

/** The specifiers that a module imports, statically and dynamically. */
function importsOf(source: string): string[] {
  const pattern = /\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']|\brequire\s*\(\s*["']([^"']+)["']/g;
  return Array.from(source.matchAll(pattern), ([, from, imported, required]) => from ?? imported ?? required ?? "");
}

describe("the built package", () => {
  beforeAll(() => {
    if (!existsSync(`${builtFolder}index.js`)) {
      execFileSync("npm", ["run", "--silent", "build"], { cwd: rootFolder, stdio: "pipe" });
    }
  }, 300_000);

  it("imports no built-in module, and only its two dependencies", () => {
    const files = readdirSync(builtFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    const specifiers = new Set(files.flatMap((name) => importsOf(readFileSync(builtFolder + name, "utf8"))));
    const outside = [...specifiers].filter((specifier) => !specifier.startsWith("."));
    const packages = new Set(
      outside.map((specifier) => specifier.replace(/^@toolcrib\/shared\/.+$/, "@toolcrib/shared")),
    );
    expect(files.length).toBeGreaterThan(40);
    expect([...packages].toSorted()).toEqual(["@toolcrib/shared", "re2js"]);
    expect(outside.filter((specifier) => specifier.startsWith("node:") || builtinModules.includes(specifier))).toEqual(
      [],
    );
  });

  it("searches by words, meaning and patterns, from its entry alone", () => {
    const output = execFileSync("node", ["--input-type=module", "--eval", program], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual({
      meaning: "mcp__weather__get_forecast",
      semantic: "used",
      pattern: ["mcp__mail__send_email"],
      isSame: true,
    });
  }, 60_000);
});
