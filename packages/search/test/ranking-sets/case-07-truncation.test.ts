import type { SearchableTool } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { buildIndex, indexOf } from "./ranking-set.ts";

const things = ["letter", "parcel", "receipt", "permit", "deed", "memo", "folder", "stamp", "label", "crate"];
const twentyTools: readonly SearchableTool[] = things.flatMap((thing) => [
  { name: `mcp__archive__file_${thing}`, description: `File a ${thing} in the archive.` },
  { name: `mcp__archive__find_${thing}`, description: `Find a ${thing} in the archive.` },
]);

describe("Q7 an answer that is cut off says so", () => {
  it.each(["mcp__archive", "archive", "+archive find or file"])("reports 10 of 20: %s", async (query) => {
    const index = await buildIndex(twentyTools);
    const answer = await index.search(query, { limit: 10 });
    expect(answer).toMatchObject({ matched: 20, cut: 10, searched: 20 });
    expect(answer.hits).toHaveLength(10);
    expect(answer.summary).toMatch(/\b10\b.*\b20\b/);
  });

  it("reports nothing if nothing is cut off", async () => {
    const answer = await (await buildIndex(twentyTools)).search("mcp__archive", { limit: 20 });
    expect(answer).toMatchObject({ matched: 20, cut: 0 });
    expect(answer.summary).not.toContain("cut off");
  });
});

describe("Q7 the limit", () => {
  it("is 5 by default, as in half of all searches", async () => {
    const answer = await (await indexOf("workshop")).search("+issue");
    expect(answer.hits).toHaveLength(5);
    expect(answer.cut).toBe(answer.matched - 5);
  });

  it.each(["+issue", "list", "mcp__github"])("returns the start of the same order, from 1 to 40: %s", async (query) => {
    const index = await indexOf("workshop");
    const forty = await index.search(query, { limit: 40 });
    for (let limit = 1; limit < 40; limit++) {
      const answer = await index.search(query, { limit });
      expect(answer.hits.map(({ name }) => name)).toEqual(forty.hits.slice(0, limit).map(({ name }) => name));
      expect(answer.matched).toBe(forty.matched);
      expect(answer.cut).toBe(forty.matched - answer.hits.length);
    }
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %s and says what is allowed", async (limit) => {
    const index = await indexOf("workshop");
    await expect(index.search("issue", { limit })).rejects.toMatchObject({ code: "invalid_limit" });
  });
});
