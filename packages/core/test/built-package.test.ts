import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));
const builtFolder = fileURLToPath(new URL("../dist/", import.meta.url));
const realm = fileURLToPath(new URL("./bare-realm.mjs", import.meta.url));
const flags = ["--experimental-vm-modules", "--experimental-import-meta-resolve", "--no-warnings"];

describe("the built package", () => {
  beforeAll(() => {
    if (!existsSync(`${builtFolder}index.js`)) {
      execFileSync("npm", ["run", "--silent", "build"], { cwd: rootFolder, stdio: "pipe" });
    }
  }, 300_000);

  it("P3 runs without built-in modules, process and code from strings", () => {
    const entries = ["index.js", "calls/index.js"].map((file) => pathToFileURL(builtFolder + file).href);
    const output = execFileSync("node", [...flags, realm, ...entries], { encoding: "utf8" });
    const { modules, ...answers } = JSON.parse(output) as { modules: string[] };

    expect(answers).toEqual({ reason: "on", found: ["mcp__slack__send_message"], verdict: "invalid" });
    expect(modules).toContain("core/dist/index.js");
    expect(modules.some((module) => module.startsWith("re2js/"))).toBe(true);
  }, 60_000);

  it("P3 imports no built-in module", () => {
    const files = readdirSync(builtFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".js"),
    );
    const imports: string[] = files.flatMap((file) =>
      [...readFileSync(builtFolder + file, "utf8").matchAll(/\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/g)].map(
        ([, from, dynamic]) => from ?? dynamic ?? "",
      ),
    );

    expect(files.length).toBeGreaterThan(50);
    expect([...new Set(imports.filter((specifier) => !specifier.startsWith(".")))].toSorted()).toEqual([
      "@toolcrib/search",
      "@toolcrib/shared/caches",
      "@toolcrib/shared/errors",
      "@toolcrib/shared/hash",
      "@toolcrib/shared/json",
      "@toolcrib/shared/names",
      "@toolcrib/shared/suites",
      "@toolcrib/shared/text",
      "@toolcrib/shared/timers",
      "re2js",
    ]);
  });
});
