import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPlaceholder, readReleaseSettings } from "../manifests/release-settings.ts";
import { rootFolder } from "../workspace.ts";
import { releaseProblems } from "./check-release.ts";

const ready = {
  settings: { repository: "https://github.com/someone/toolcrib" },
  outdatedManifests: [],
  uncommitted: "",
  pricesAsOf: "2026-10-20",
  today: "2026-11-17",
};

describe("a release", () => {
  it("may run when the address is known, the manifests agree and everything is committed", () => {
    expect(releaseProblems(ready)).toEqual([]);
  });

  it.each([
    [{ settings: { repository: "https://github.com/PLACEHOLDER/toolcrib" } }, "still has a placeholder"],
    [{ outdatedManifests: ["packages/cli/package.json"] }, "run npm run manifests"],
    [{ uncommitted: " M README.md\n" }, "uncommitted changes"],
    [{ pricesAsOf: "2026-10-16" }, "The built-in prices are of 2026-10-16"],
  ])("is refused with %j", (change, reason) => {
    expect(releaseProblems({ ...ready, ...change })).toEqual([expect.stringContaining(reason)]);
  });

  it.runIf(isPlaceholder(readReleaseSettings()))("is refused by the command while the placeholder is there", () => {
    const { status, stderr } = spawnSync("npm", ["run", "--silent", "release", "--", "--check"], {
      cwd: rootFolder,
      encoding: "utf8",
    });

    expect(status).toBe(1);
    expect(stderr).toContain("release.json still has a placeholder");
  });
});

describe("the workflows", () => {
  const workflows = ["ci", "release"].map((name) => ({
    name,
    text: readFileSync(join(rootFolder, `.github/workflows/${name}.yml`), "utf8"),
  }));

  it.each(workflows)("$name uses actions by their commits, with the version beside them", ({ text }) => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);

    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(workflows)("$name runs commands that exist", ({ text }) => {
    const { scripts } = JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8")) as { scripts: object };
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);

    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    for (const [, file = ""] of text.matchAll(/run: (\.ci\/\S+)/g))
      expect(existsSync(join(rootFolder, file))).toBe(true);
  });
});
