import { describe, expect, it } from "vitest";
import { buildIndex, readCatalogue } from "./ranking-set.ts";

const rewordings = [
  "Set up single sign-on with Okta.",
  "configure SAML login",
  "okta sso",
  "identity provider setup",
  "enable SSO for the company",
  "SAML metadata upload",
  "sso configuration",
  "single sign on okta integration",
  "log in through Okta",
];

describe("Q10 search, no call, reworded search, nine times in a row", () => {
  it("answers the same search the same way however often it is asked", async () => {
    const index = await buildIndex(readCatalogue("automation"));
    for (const query of ["delete a flow", "select:run_flow,nope", "/^list_/", "okta sso"]) {
      const first = await index.search(query);
      for (let round = 0; round < 9; round++) expect(await index.search(query)).toEqual(first);
    }
  });

  it("does not use anything up: found tools can be found again", async () => {
    const index = await buildIndex(readCatalogue("automation"));
    const { size, hash } = index;
    for (const query of rewordings) await index.search(query);
    for (let round = 0; round < 9; round++) {
      const answer = await index.search("retry a failed run");
      expect(answer.hits[0]?.name).toBe("retry_run");
    }
    expect(index).toMatchObject({ size, hash });
  });

  it("explains each empty answer: how many tools were searched, and which are nearest", async () => {
    const index = await buildIndex(readCatalogue("automation"));
    for (const query of rewordings) {
      const answer = await index.search(query);
      expect(answer.searched).toBe(189);
      if (answer.hits.length > 0) continue;
      expect(answer.summary).toMatch(/\b189\b/);
      for (const name of answer.nearest) expect(index.has(name)).toBe(true);
    }
  });

  it("finds nothing for at least eight of nine wordings of something that does not exist", async () => {
    const index = await buildIndex(readCatalogue("automation"));
    const answered: string[] = [];
    for (const query of rewordings) {
      const { hits } = await index.search(query);
      if (hits.length > 0) answered.push(`${query} → ${hits.map(({ name }) => name).join(", ")}`);
    }
    expect(answered.length, answered.join("\n")).toBeLessThanOrEqual(1);
  });

  it("explains an empty catalogue and an empty query", async () => {
    const empty = await buildIndex([]);
    expect((await empty.search("anything")).summary).not.toBe("");
    const full = await buildIndex(readCatalogue("automation"));
    const answer = await full.search("  ");
    expect(answer).toMatchObject({ kind: "empty", hits: [], searched: 189 });
    expect(answer.summary).not.toBe("");
  });
});
