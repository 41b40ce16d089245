import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));
const builtFolder = fileURLToPath(new URL("../dist/", import.meta.url));

// What a browser has not is taken away first: the entries come with the package's own modules.
const program = `
  import { createLanguages } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
  delete globalThis.process; delete globalThis.Buffer; delete globalThis.fetch;
  const words = (await createLanguages().read("отправить сообщение")).flat().map(({ word }) => word);
  console.log(JSON.stringify(words));
`;

describe("the built package", () => {
  beforeAll(() => {
    if (!existsSync(`${builtFolder}index.js`)) {
      execFileSync("npm", ["run", "--silent", "build"], { cwd: rootFolder, stdio: "pipe" });
    }
  }, 300_000);

  it("imports nothing but the two packages that it depends on", () => {
    const files = readdirSync(builtFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    const specifiers = files.flatMap((name) =>
      Array.from(
        readFileSync(builtFolder + name, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g),
        ([, specifier]) => specifier as string,
      ),
    );
    const outside = new Set(specifiers.filter((specifier) => !specifier.startsWith(".")));
    expect([...outside].toSorted()).toEqual([
      "@toolcrib/search",
      "@toolcrib/shared/errors",
      "@toolcrib/shared/hash",
      "@toolcrib/shared/text",
    ]);
  });

  it("reads another language from its entry alone, without what only Node has", () => {
    const output = execFileSync("node", ["--input-type=module", "--eval", program], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual(expect.arrayContaining(["send", "message"]));
  }, 60_000);

  it("has the notices of all works that it was made with, and the licences that they name", () => {
    const file = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
    const notice = file("NOTICE").replace(/\s+/g, " ");
    const sources = file("../../training/languages/sources.tsv").trim().split("\n").slice(1);
    expect(sources).toHaveLength(105);
    for (const source of sources) {
      const [from, work, version] = source.split("\t");
      if (from !== "this project") expect(notice).toContain(`${work} ${version}`);
    }
    expect(file("LICENSE-MPL")).toContain("Mozilla Public License Version 2.0");
    expect(file("LICENSE-APACHE")).toContain("Apache License");
  });
});
