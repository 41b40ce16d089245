import { ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { indexOf } from "./ranking-set.ts";

describe("Q8 regex search", () => {
  it.each([
    ["^mcp__github__.*pull_request$", ["mcp__github__create_pull_request", "mcp__github__merge_pull_request"]],
    ["create_(issue|ticket)", ["mcp__hubspot__create_ticket", "mcp__jira__create_issue"]],
    ["PODS_(LOG|EXEC)", ["mcp__kubernetes__pods_exec", "mcp__kubernetes__pods_log"]],
    ["airports", ["mcp__travel__search_flights"]],
    ["book_(flight|hotel)", ["mcp__travel__book_flight", "mcp__travel__book_hotel"]],
    ["iban", ["mcp__finance__transfer_money"]],
  ])("W-M13 finds by name, description and arguments: %s", async (pattern, expected) => {
    const answer = await (await indexOf("workshop")).search(pattern, { ranker: "regex", limit: 20 });
    expect(answer.hits.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
    expect(answer.kind).toBe("regex");
  });

  it("reads /pattern/ as a pattern with any ranker", async () => {
    const answer = await (await indexOf("workshop")).search("/^mcp__zoom__/", { limit: 20 });
    expect(answer.kind).toBe("regex");
    expect(answer.hits).toHaveLength(5);
  });

  it("accepts a pattern of 200 characters and refuses one of 201", async () => {
    const index = await indexOf("workshop");
    const fitting = await index.search("x".repeat(200), { ranker: "regex" });
    expect(fitting.hits).toEqual([]);
    await expect(index.search("x".repeat(201), { ranker: "regex" })).rejects.toMatchObject({
      code: "pattern_too_long",
    });
  });

  it.each(["(", "[a-", "*", "a{2,1}", "(?<=a)b", "(a)\\1", "\\"])(
    "refuses an invalid pattern with its reason: %s",
    async (pattern) => {
      const index = await indexOf("workshop");
      await expect(index.search(pattern, { ranker: "regex" })).rejects.toMatchObject({ code: "invalid_pattern" });
    },
  );

  it("answers an empty pattern with nothing, not with everything", async () => {
    const answer = await (await indexOf("workshop")).search("", { ranker: "regex" });
    expect(answer.hits).toEqual([]);
    expect(answer.kind).toBe("empty");
  });

  it("searches a catalogue of 10,000 tools, also with a pattern that makes backtracking engines hang", async () => {
    const index = new ToolIndex({ embedder: null });
    index.add(
      Array.from({ length: 10_000 }, (_, number) => ({
        name: `tool_${number}`,
        description: `${"a".repeat(40)} number ${number}`,
      })),
    );
    const found = await index.search("^tool_9999$", { ranker: "regex" });
    expect(found.hits.map(({ name }) => name)).toEqual(["tool_9999"]);
    const started = performance.now();
    const hostile = await index.search("(a+)+$", { ranker: "regex" });
    expect(hostile.hits).toEqual([]);
    expect(hostile.searched).toBe(10_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
