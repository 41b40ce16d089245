import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import getReleasePlan from "@changesets/get-release-plan";
import { describe, expect, it } from "vitest";
import { listPublishedPackages, rootFolder } from "../workspace.ts";

describe("the release settings", () => {
  it("can be read together with every changeset", async () => {
    const plan = await getReleasePlan(rootFolder);

    const published = listPublishedPackages().map(({ manifest }) => manifest.name);
    expect(published).toEqual(expect.arrayContaining(plan.releases.map(({ name }) => name)));
  });
});

describe("the lock files", () => {
  const folders = ["", ...readdirSync(rootFolder)].filter((folder) => hasLockFile(folder));

  it.each(folders)("record no download address (%s/)", (folder) => {
    const lockFile = readFileSync(join(rootFolder, folder, "package-lock.json"), "utf8");

    expect(lockFile.match(/"resolved": "https?:.*/g) ?? []).toEqual([]);
  });
});

function hasLockFile(folder: string): boolean {
  try {
    return readdirSync(join(rootFolder, folder)).includes("package-lock.json");
  } catch {
    return false; // a file, not a folder
  }
}
