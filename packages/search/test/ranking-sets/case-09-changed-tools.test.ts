import type { SearchableTool } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { buildIndex, readCatalogue, readQueries } from "./ranking-set.ts";
import { testShare } from "./shares.ts";

testShare(
  "finds tools with terse or missing descriptions, and the right one of two servers",
  readQueries("case-09-terse-tools"),
  0.9,
);

const namesOf = (answer: { readonly hits: readonly { readonly name: string }[] }) =>
  answer.hits.map(({ name }) => name);

describe("Q9 a tool that was deleted since it was indexed", () => {
  const gone = "mcp__stripe__create_refund";
  const queries = [
    "create_refund",
    gone,
    `select:${gone}`,
    "give the customer money back, refund",
    "mcp__stripe",
    "/refund/",
  ];

  it("is in no answer after remove", async () => {
    const index = await buildIndex(readCatalogue("workshop"));
    expect(index.remove([gone])).toBe(1);
    for (const query of queries) {
      const answer = await index.search(query, { limit: 40 });
      expect(namesOf(answer), query).not.toContain(gone);
      expect(answer.nearest, query).not.toContain(gone);
      expect(answer.searched).toBe(index.size);
    }
    expect((await index.search(`select:${gone}`)).notFound).toEqual([gone]);
  });

  it("is in no answer after sync, and back after it is added again", async () => {
    const tools = readCatalogue("workshop");
    const index = await buildIndex(tools);
    const before = namesOf(await index.search("refund a payment"));
    expect(index.sync(tools.filter(({ name }) => name !== gone))).toMatchObject({ removed: 1, added: 0, replaced: 0 });
    expect(namesOf(await index.search("refund a payment"))).not.toContain(gone);
    expect(index.sync(tools)).toMatchObject({ removed: 0, added: 1, replaced: 0 });
    await index.ready();
    expect(namesOf(await index.search("refund a payment"))).toEqual(before);
  });

  it("is removed with its whole server", async () => {
    const tools = readCatalogue("workshop");
    const index = await buildIndex(tools);
    index.sync(tools.filter(({ name }) => !name.startsWith("mcp__jira__")));
    expect(
      namesOf(await index.search("create_issue"))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(["mcp__github__create_issue", "mcp__gitlab__create_issue"]);
  });

  it("leaves nothing behind that matches its prefix", async () => {
    const index = await buildIndex(readCatalogue("workshop").filter(({ name }) => !name.startsWith("mcp__jira__")));
    expect(namesOf(await index.search("mcp__jira"))).toEqual([]);
  });
});

describe("Q9 a tool whose description changed", () => {
  const name = "mcp__depot__handle";
  const withDescription = (description: string): SearchableTool => ({ name, description });

  it("is found by its new words and no longer by its old ones", async () => {
    const index = await buildIndex([
      ...readCatalogue("workshop"),
      withDescription("Grind coffee beans for an espresso."),
    ]);
    expect(namesOf(await index.search("grind espresso beans"))[0]).toBe(name);
    expect(index.add([withDescription("Sharpen the blade of a lawn mower.")])).toMatchObject({ replaced: 1, added: 0 });
    await index.ready();
    expect(namesOf(await index.search("sharpen the lawn mower blade"))[0]).toBe(name);
    expect(namesOf(await index.search("grind espresso beans"))).not.toContain(name);
  });

  it("is unchanged if only the order of its keys changed", async () => {
    const index = await buildIndex([{ name, description: "Grind.", inputSchema: { type: "object", properties: {} } }]);
    const change = index.add([{ inputSchema: { properties: {}, type: "object" }, description: "Grind.", name }]);
    expect(change).toEqual({ added: 0, replaced: 0, unchanged: 1 });
  });
});
