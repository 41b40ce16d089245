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
