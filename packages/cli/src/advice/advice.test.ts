import { lintTools, UsageHistory } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import type { NamedTool } from "../servers/collect-tools.ts";
import { adviseDeferral } from "./deferral-advice.ts";
import { adviseDescriptions } from "./description-advice.ts";
import { adviseEagerTools } from "./eager-advice.ts";
import { askFor, describeWords, wordsOf } from "./tool-words.ts";
import { type UsageData, usageOfHistory, usageOfTraces } from "./usage-data.ts";

const costs = { tools: 200, eagerTokens: 40_000, deferredTokens: 3_000, off: null };

describe("adviseDeferral", () => {
  it.each([
    [
      "a handful of tools",
      { ...costs, tools: 6, eagerTokens: 2_000, deferredTokens: 600 },
      "load-all",
      /6 tools.*: below about 10 tools/,
    ],
    ["many tools", costs, "defer", /above about 10 tools or 10,000 tokens.* saves about 37,000 tokens/],
    ["few tools with long definitions", { ...costs, tools: 5 }, "defer", /5 tools/],
    [
      "many short tools",
      { ...costs, tools: 13, eagerTokens: 1_000, deferredTokens: 700 },
      "optional",
      /only about 300/,
    ],
    ["names as long as definitions", { ...costs, deferredTokens: 41_000 }, "load-all", /names alone/],
    ["a reason against it", { ...costs, off: "It is switched off." }, "load-all", /switched off/],
  ] as const)("judges %s", (_what, question, verdict, reason) => {
    const advice = adviseDeferral(question);

    expect(advice.verdict).toBe(verdict);
    expect(advice.reasons[0]).toMatch(reason);
  });

  it("says what a search costs, and that single turns gain nothing", () => {
    expect(adviseDeferral(costs).reasons.join(" ")).toMatch(
      /one more model call.*below about 34,000 tokens.*single turn/,
    );
  });
});

const tools: readonly NamedTool[] = Array.from({ length: 120 }, (_, number) => ({
  name: `mcp__shop__tool_${number}`,
  description: `Does thing ${number}.`,
  inputSchema: { type: "object" },
}));

function usage(uses: Record<string, number>, conversations: number | undefined = 20): UsageData {
  return { source: "gateway", conversations, uses: new Map(Object.entries(uses)), queries: [] };
}

describe("adviseEagerTools", () => {
  it("names the tools that most conversations use, at most five", () => {
    const uses = Object.fromEntries(tools.slice(0, 8).map(({ name }, position) => [name, 20 - position]));
    const advice = adviseEagerTools(tools, usage({ ...uses, Bash: 20, mcp__shop__tool_9: 1 }));

    expect(advice.tools.map(({ name }) => name)).toEqual(tools.slice(0, 5).map(({ name }) => name));
    expect(advice.tools[0]).toMatchObject({ uses: 20, share: 1, tokens: expect.any(Number) });
    expect(advice.policy[0]).toEqual({ action: "pin", name: "mcp__shop__tool_0" });
    expect(advice.says).toContain("With more than 100 tools");
  });

  it("says what is missing instead of guessing", () => {
    expect(adviseEagerTools(tools, undefined)).toMatchObject({ tools: [], says: expect.stringContaining("--gateway") });
    expect(adviseEagerTools(tools, usage({ mcp__shop__tool_1: 3 }, 3)).says).toContain("at least 5");
    expect(adviseEagerTools(tools, usage({ mcp__shop__tool_1: 1 })).says).toContain("No tool is used often enough");
  });
});

describe("usage", () => {
  it("is read from records: conversations that called a tool, and the searches that led to it", () => {
    const trace = (conversation: string, fields: object) => ({
      kind: "messages",
      status: 200,
      conversation,
      searches: [],
      toolCalls: [],
      ...fields,
    });
    const search = { query: "sold goods", hits: ["mcp__shop__a", "mcp__shop__b"] };
    const traces = [
      trace("1", { searches: [search], clientCalls: ["mcp__shop__a", "mcp__shop__a"] }),
      trace("2", { toolCalls: [{ server: "shop", tool: "a" }] }),
      trace("3", { status: 500, clientCalls: ["mcp__shop__b"] }),
    ];

    expect(usageOfTraces({ traces: traces as never, next: null })).toEqual({
      source: "gateway",
      conversations: 2,
      uses: new Map([["mcp__shop__a", 2]]),
      queries: [{ tool: "mcp__shop__a", query: "sold goods" }],
    });
  });

  it("is read from what search learned", () => {
    expect(usageOfHistory(new UsageHistory())).toEqual({
      source: "history",
      conversations: undefined,
      uses: new Map(),
      queries: [],
    });
  });
});

const vague: NamedTool = {
  name: "mcp__shop__query_db_orders",
  server: "shop",
  description: "Execute order query",
  inputSchema: { type: "object", properties: { customer_id: { type: "string" }, status: { type: "string" } } },
};
const others: readonly NamedTool[] = [
  ["list_orders_archive", "List archived orders of past years from the warehouse archive."],
  ["find_customers", "Find customers by name, city or phone number."],
  ["find_orders_by_courier", "Find orders that a courier delivered."],
  ["orders_summary", "Summarise orders of a day for the managers."],
  ["show_stock", "Show how many items of a product are in stock."],
  ["track_parcel", "Track where a parcel is and when it arrives."],
].map(([name = "", description = ""]) => ({
  name: `mcp__shop__${name}`,
  server: "shop",
  description,
  inputSchema: {},
}));

describe("adviseDescriptions", () => {
  const question = async (given: Record<string, string> = {}, known?: UsageData) => {
    const catalogue = [vague, ...others];
    const lint = await lintTools(catalogue);
    return adviseDescriptions({
      tools: catalogue,
      lint,
      usage: known,
      given: new Map(Object.entries(given)),
      limit: 10,
    });
  };

  it("proposes a beginning from the name and the arguments, and measures it", async () => {
    const [advice, ...more] = await question();

    expect(more).toEqual([]);
    expect(advice).toMatchObject({
      tool: vague.name,
      code: "name_as_description",
      origin: "generated",
      proposal: "Find orders in shop by customer id or status. Execute order query",
      queriesFrom: "its name and arguments",
      queries: ["find orders", "show me the orders", "look up orders by customer id"],
    });
    expect(advice?.after.reciprocalRank).toBeGreaterThan(advice?.before.reciprocalRank ?? 1);
  });

  it("measures a text of the user's own with searches that people made", async () => {
    const known = { ...usage({}), queries: [{ tool: vague.name, query: "purchases of a client" }] };
    const text = "Look up the purchases that a client made, by client or state.";
    const [advice] = await question({ [vague.name]: text }, known);

    expect(advice).toMatchObject({ origin: "given", queriesFrom: "real searches", queries: ["purchases of a client"] });
    expect([advice?.before.found, advice?.after.found]).toEqual([0, 1]);
  });

  it("shows a text that makes it worse as worse", async () => {
    const [advice] = await question({ [vague.name]: "Paints walls." });

    expect(advice?.after.reciprocalRank).toBeLessThan(advice?.before.reciprocalRank ?? 0);
  });
});

describe("the words of a tool", () => {
  it.each([
    ["createIssue", "Create issue", ["make a new issue", "add issue"]],
    ["mcp__crm__delete_contact", "Delete contact in crm", ["get rid of contact", "remove contact"]],
    ["mcp__chat__post_message", "Send message in chat", ["send message", "tell them about message"]],
    ["ping", "Ping", ["ping"]],
  ])("make a description and queries: %s", (name, description, asks) => {
    const words = wordsOf({ name, inputSchema: { type: "object" } });

    expect(describeWords(words)).toBe(description);
    expect(askFor(words)).toEqual(asks);
  });
});
