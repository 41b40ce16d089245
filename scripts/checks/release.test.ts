import getReleasePlan from "@changesets/get-release-plan";
import { describe, expect, it } from "vitest";
import { listPublishedPackages, rootFolder } from "../workspace.ts";

describe("the release settings", () => {
  it("can be read together with every changeset", async () => {
    const plan = await getReleasePlan(rootFolder);
    const releases = plan.releases.filter(({ type }) => type !== "none");

    const published = listPublishedPackages().map(({ manifest }) => manifest.name);
    expect(published).toEqual(expect.arrayContaining(releases.map(({ name }) => name)));
    // One version for all, and no major one by accident: changesets is strict about peers.
    expect([...new Set(releases.map(({ newVersion }) => newVersion))].join()).toMatch(/^(0\.\d+\.\d+)?$/);
  });
});
