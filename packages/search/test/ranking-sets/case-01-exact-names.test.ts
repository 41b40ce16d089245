import { describe, expect, it } from "vitest";
import { indexOf, readQueries } from "./ranking-set.ts";
import { testEach } from "./shares.ts";

const queries = readQueries("case-01-exact-names");

testEach("answers with the tool that a query names", queries);

describe("Q1 select", () => {
  it("finds a tool by the short name of the server's own list", async () => {
    const answer = await (await indexOf("workshop")).search("select:find_symbol");
    expect(answer.hits.map(({ name }) => name)).toEqual(["mcp__codelens__find_symbol"]);
    expect(answer.notFound).toEqual([]);
  });

  it("finds full and short names side by side, with spaces and repetitions", async () => {
    const query = "select: mcp__slack__send_message ,find_symbol,, trash_email, mcp__slack__send_message";
    const answer = await (await indexOf("workshop")).search(query);
    expect(answer.hits.map(({ name }) => name)).toEqual([
      "mcp__slack__send_message",
      "mcp__codelens__find_symbol",
      "mcp__gmail__trash_email",
    ]);
  });

  it("finds all tools of a short name that several servers share", async () => {
    const answer = await (await indexOf("workshop")).search("select:create_issue");
    expect(answer.hits.map(({ name }) => name).toSorted()).toEqual([
      "mcp__github__create_issue",
      "mcp__gitlab__create_issue",
      "mcp__jira__create_issue",
    ]);
  });

  it("is not cut by the limit", async () => {
    const names = ["play", "pause", "next_track", "create_playlist", "add_to_playlist", "get_recommendations"];
    const answer = await (await indexOf("workshop")).search(`select:${names.join(",")}`, { limit: 2 });
    expect(answer.hits).toHaveLength(names.length);
    expect(answer.cut).toBe(0);
  });

  it("lists unknown names next to the found ones, with the nearest names", async () => {
    const answer = await (await indexOf("workshop")).search("select:find_symbl,find_symbol,mcp__gone__tool");
    expect(answer.hits.map(({ name }) => name)).toEqual(["mcp__codelens__find_symbol"]);
    expect(answer.notFound).toEqual(["find_symbl", "mcp__gone__tool"]);
    expect(answer.nearest).toContain("mcp__codelens__find_symbol");
    expect(answer.summary).toContain("find_symbl");
  });

  it("finds nothing for names that do not exist, and says how many tools were searched", async () => {
    const index = await indexOf("workshop");
    const answer = await index.search("select:nope,never");
    expect(answer.hits).toEqual([]);
    expect(answer.notFound).toEqual(["nope", "never"]);
    expect(answer.summary).toContain(String(index.size));
  });
});

describe("Q1 several names in one query", () => {
  for (const { query, allOf = [] } of queries.filter(({ source }) => source === "codex#21503")) {
    it(`gives each a slot, whatever the limit: ${query}`, async () => {
      const answer = await (await indexOf("workshop")).search(query, { limit: 1 });
      expect(answer.hits.map(({ name }) => name).toSorted()).toEqual(allOf.toSorted());
    });
  }
});

describe("Q1 the beginning of names", () => {
  it("answers mcp__server with the tools of that server and no other", async () => {
    const answer = await (await indexOf("workshop")).search("mcp__spotify", { limit: 20 });
    expect(answer.kind).toBe("prefix");
    expect(answer.hits).toHaveLength(7);
    expect(answer.hits.every(({ name }) => name.startsWith("mcp__spotify__"))).toBe(true);
  });
});
