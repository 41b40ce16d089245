import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { missList } from "./miss-list.ts";
import { filterRows, toolRows } from "./tool-rows.ts";

const search = { kind: "server" as const, ranker: "bm25", searched: 9, milliseconds: 1 };
const tools = [
  { name: "mcp__github__create_issue", description: "Open an issue.", placement: "deferred" as const },
  { name: "mcp__github__list_issues", description: "List issues.", placement: "pinned" as const },
];
const noTools = makeTrace().tools;

describe("toolRows", () => {
  it("counts searches that returned a tool, conversations that found it, and calls", () => {
    const found = { ...noTools, found: ["mcp__github__create_issue"] };
    const traces = [
      makeTrace({ id: "2", tools: found, clientCalls: ["mcp__github__create_issue"] }),
      makeTrace({
        id: "1",
        tools: found,
        searches: [{ ...search, query: "issue", hits: ["mcp__github__create_issue"] }],
        toolCalls: [{ server: "github", tool: "create_issue", isError: false, milliseconds: 1 }],
      }),
    ];

    expect(toolRows(tools, traces)[0]).toMatchObject({ returned: 1, found: 1, called: 2, isFromRequests: false });
  });

  it("adds tools that only requests named", () => {
    const traces = [makeTrace({ searches: [{ ...search, query: "x", hits: ["elsewhere"] }] })];

    expect(toolRows(tools, traces)[0]).toMatchObject({ tool: { name: "elsewhere" }, isFromRequests: true });
  });
});

describe("filterRows", () => {
  const rows = toolRows(tools, []);

  it("finds words in name and description", () => {
    expect(filterRows(rows, "all", "OPEN github").map(({ tool }) => tool.name)).toEqual(["mcp__github__create_issue"]);
  });

  it("filters by never found and by placement", () => {
    expect(filterRows(rows, "never-found", "")).toHaveLength(2);
    expect(filterRows(rows, "deferred", "")).toHaveLength(1);
    expect(filterRows(rows, "eager", "")).toHaveLength(1);
    expect(filterRows(rows, "advice", "")).toHaveLength(0);
  });
});

describe("missList", () => {
  it("counts each query once, the most frequent first", () => {
    const miss = (query: string) => ({ ...search, query, hits: [], miss: "nothing" });
    const traces = [
      makeTrace({ id: "2", searches: [miss("rare"), { ...search, query: "found", hits: ["a"] }] }),
      makeTrace({ id: "1", searches: [miss("often"), miss("often")] }),
    ];

    expect(missList(traces).map(({ query, count, trace }) => [query, count, trace])).toEqual([
      ["often", 2, "1"],
      ["rare", 1, "2"],
    ]);
  });
});
