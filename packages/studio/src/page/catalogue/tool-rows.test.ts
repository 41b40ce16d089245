import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { missList } from "./miss-list.ts";
import { filterRows, groupRows, type ToolOrder, toolRows } from "./tool-rows.ts";

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

describe("groupRows", () => {
  const slack = { name: "mcp__slack__send", tokens: 5 };
  const own = { name: "notes_add", server: "notes", tokens: 7 };
  const traces = [makeTrace({ clientCalls: ["mcp__slack__send", "read_file"] })];
  const shown = (order?: ToolOrder) =>
    groupRows(toolRows([...tools, slack, own], traces), order).map((line) =>
      line.type === "group" ? `# ${line.server} ${line.tools} ${line.tokens}` : line.row.tool.name,
    );

  it("groups tools by server, with those that are used first", () => {
    expect(shown()).toEqual([
      "# other tools 1 0",
      "read_file",
      "# slack 1 5",
      "mcp__slack__send",
      "# github 2 0",
      "mcp__github__create_issue",
      "mcp__github__list_issues",
      "# notes 1 7",
      "notes_add",
    ]);
  });

  it("sorts within groups by any column, and groups by name if that is the column", () => {
    const byName = shown({ column: "name", isDescending: true });

    expect(byName.filter((line) => line.startsWith("#")).map((line) => line.split(" ")[1])).toEqual([
      "slack",
      "other",
      "notes",
      "github",
    ]);
    expect(byName.slice(-2)).toEqual(["mcp__github__list_issues", "mcp__github__create_issue"]);
    expect(shown({ column: "called", isDescending: false })[0]).toBe("# other tools 1 0");
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
