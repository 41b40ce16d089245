import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { describe, expect, it } from "vitest";
import { listPublishedPackages, type PackageManifest, rootFolder } from "../workspace.ts";
import { changedManifests } from "./write-manifests.ts";

const published = listPublishedPackages();

describe("the manifests of published packages", () => {
  it("agree with release.json and with each other; `npm run manifests` brings them up to date", () => {
    expect([...changedManifests().keys()]).toEqual([]);
  });

  it.each(published)("$manifest.name says what it is and where it runs", ({ folder, manifest }) => {
    expect(manifest.description).toMatch(/\.$/);
    expect(manifest.keywords?.length).toBeGreaterThan(0);
    expect(manifest.license).toBe("MIT");
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
    for (const file of ["README.md", "LICENSE"]) expect(existsSync(join(rootFolder, folder, file))).toBe(true);
  });

  it.each(published)(
    "$manifest.name claims no Node release that its dependencies do not support",
    ({ folder, manifest }) => {
      const claimed = manifest.engines?.["node"] ?? "";
      expect(semver.minVersion(claimed)?.version).toBeDefined();

      const unsupported = Object.keys(manifest.dependencies ?? {}).filter((name) => {
        const { engines } = readInstalled(folder, name);
        // A range such as "20 || >=22" leaves out odd releases that have ended, which we do not claim to test.
        return engines?.["node"] !== undefined && !semver.satisfies(semver.minVersion(claimed) ?? "", engines["node"]);
      });

      expect(unsupported).toEqual([]);
    },
  );
});

/** The manifest of an installed package, as a package of ours finds it. */
function readInstalled(folder: string, name: string): PackageManifest {
  const places = [join(rootFolder, folder, "node_modules"), join(rootFolder, "node_modules")];
  const file = places.map((place) => join(place, name, "package.json")).find(existsSync);
  return JSON.parse(readFileSync(file ?? "", "utf8")) as PackageManifest;
}
