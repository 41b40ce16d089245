import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { listPublishedPackages, rootFolder } from "../workspace.ts";

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

/** Without the command, which is packed with its bundle in packages/cli/test/installed. */
const published = listPublishedPackages().filter(({ manifest }) => manifest.exports !== undefined);
/** What each package would contain. */
let packed: ReadonlyMap<string, readonly string[]>;
beforeAll(() => {
  const names = published.flatMap(({ manifest }) => ["--workspace", manifest.name]);
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", ...names], {
    cwd: rootFolder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1_024 * 1_024,
  });
  const results = JSON.parse(text) as readonly Packed[];
  packed = new Map(results.map(({ name, files }) => [name, files.map(({ path }) => path)]));
}, 120_000);

describe.each(published)("the packed $manifest.name", ({ manifest }) => {
  const files = () => packed.get(manifest.name) ?? [];

  it("has its manifest, its licence and a readme", () => {
    expect(files()).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
  });

  it("has every file that it exports", () => {
    // The condition `@toolcrib/source` is for this repository.
    const entries = (manifest.exports ?? {}) as Record<string, string | Record<string, string>>;
    const exported = Object.values(entries).flatMap((entry) =>
      typeof entry === "string" ? [entry] : [entry["types"] ?? "", entry["default"] ?? ""],
    );

    expect(exported.filter((file) => !files().includes(file.replace("./", "")))).toEqual([]);
  });

  it("has no tests and no files of the build itself", () => {
    const isSurplus = (file: string): boolean =>
      /\.test\.|\.tsbuildinfo$|^test\/|^scripts\/|^node_modules\/|(^|\/)\.[^/]/.test(file);

    expect(files().filter(isSurplus)).toEqual([]);
  });
});
