import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { checkFolders } from "../../folder-cycles/check-folders.ts";
import { listStepGroups } from "../../test/steps.ts";
import { packageWithoutCycles, plantedCycles } from "./planted-cycles.ts";

describe("the check of folders", () => {
  const created: string[] = [];

  afterEach(() => {
    for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const check = (files: Readonly<Record<string, string>>, knownCycles: readonly string[] = []): string[] => {
    const root = mkdtempSync(join(tmpdir(), "toolcrib-cycles-"));
    created.push(root);
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(dirname(join(root, "planted", file)), { recursive: true });
      writeFileSync(join(root, "planted", file), source);
    }
    const manifest = { name: "planted", exports: { "./types": { "@toolcrib/source": "./src/types.ts" } } };
    return checkFolders(root, [{ folder: "planted", manifest }], knownCycles);
  };

  it.each(plantedCycles)("finds $title, and names the files", ({ files, cycle, imports }) => {
    const [message, ...others] = check(files);

    expect(others).toEqual([]);
    expect(message?.split("\n")[0]).toBe(`planted/${cycle}`);
    for (const line of imports) {
      expect(message).toContain(`    planted/${line.replace("imports ", "imports planted/")}`);
    }
  });

  it("allows imports in one direction", () => {
    expect(check(packageWithoutCycles)).toEqual([]);
  });

  it("allows the cycles of a known folder, and no others", () => {
    const [{ files }] = plantedCycles as [(typeof plantedCycles)[number]];

    expect(check(files, ["planted/src"])).toEqual([]);
    expect(check(files, ["planted"])[0]).toContain("planted/src: folders import each other in a cycle");
  });

  it("finds a known folder that has no cycle any more", () => {
    expect(check(packageWithoutCycles, ["planted/src"])).toEqual([
      "planted/src has no folder cycle any more: remove it from known-cycles.ts.",
    ]);
  });

  it("is a step of npm test", () => {
    expect(listStepGroups().flat()).toContainEqual(
      expect.objectContaining({ arguments: ["run", "--silent", "lint:folders"] }),
    );
  });
});
