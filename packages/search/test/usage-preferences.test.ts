import { type SearchAnswer, type SearchableTool, type ToolIndex, UsageHistory } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { Preferences } from "../src/usage/preferences.ts";
import type { ShownTool, Signals } from "../src/usage/shown-tool.ts";
import { indexOf } from "./support/catalogue.ts";

const day = 86_400_000;
/** Two servers that do the same in other words, so that the ranking cannot know which one somebody works with. */
const tools: readonly SearchableTool[] = [
  { name: "mcp__alpha__create_issue", description: "Open a ticket for a bug." },
  { name: "mcp__beta__create_issue", description: "Open a ticket about a bug." },
  { name: "mcp__alpha__list_branches", description: "Show the branches of a project." },
  { name: "mcp__beta__list_branches", description: "Show all branches of a project." },
  { name: "mcp__files__read", description: "Read a file." },
];

function shownBy({ hits, candidates }: SearchAnswer): string[] {
  return [...hits, ...candidates].map(({ name }) => name);
}

/** Calls the tools of the server that the ranking puts second, and returns the server. */
async function preferOther(index: ToolIndex, usage: UsageHistory): Promise<string> {
  const query = "open a ticket";
  const [, second] = shownBy(await index.search(query)) as [string, string];
  for (let time = 0; time < 6; time++) {
    await index.search(query, { usage });
    usage.recordCall(query, second);
  }
  return second.split("__")[1] as string;
}

describe("what calls say about all tools together", () => {
  it("puts tools first whose server is preferred, although none of their words was ever asked for", async () => {
    const index = await indexOf(tools);
    const usage = new UsageHistory();
    const server = await preferOther(index, usage);
    const preferred = `mcp__${server}__list_branches`;

    expect(shownBy(await index.search("branches of the project"))).toContain(preferred);
    expect(shownBy(await index.search("branches of the project", { usage }))[0]).toBe(preferred);
    expect(usage.preferences().servers.filter(({ weight }) => weight > 0)).toMatchObject([{ server }]);
    expect(usage.preferences().features.length).toBeGreaterThan(0);
  });

  it("is the same after an export, and nothing is left of it after a reset", async () => {
    const index = await indexOf(tools);
    const usage = new UsageHistory({ now: () => day });
    await preferOther(index, usage);
    const restored = UsageHistory.fromJSON(JSON.parse(JSON.stringify(usage)), { now: () => day });

    expect(restored.preferences()).toEqual(usage.preferences());
    usage.reset();
    expect(usage.preferences()).toEqual(new UsageHistory().preferences());
    for (const query of ["open a ticket", "branches of the project"]) {
      expect(await index.search(query, { usage })).toEqual(await index.search(query));
    }
  });

  it("fades", async () => {
    let now = day;
    const usage = new UsageHistory({ halfLifeDays: 10, now: () => now });
    await preferOther(await indexOf(tools), usage);
    const { trust, servers } = usage.preferences();
    now += 10 * day;
    expect(usage.preferences().servers[0]?.weight).toBeCloseTo((servers[0]?.weight as number) / 2, 6);
    expect(usage.preferences().trust.words).toBeCloseTo((trust.words + 0.5) / 2, 6);
    now += 1_000 * day;
    expect(usage.preferences()).toMatchObject({ servers: [], features: [] });
  });
});

describe("trust in what was learned", () => {
  const order = { name: "table", features: ["words"] };
  const shown = (name: string, signals: Signals | undefined): ShownTool => ({
    name,
    server: name,
    hash: name,
    features: [0],
    logOdds: 0,
    signals,
  });
  const forWords = (words: number): Signals => ({ words, server: 0, features: 0 });
  const learnFrom = (preferences: Preferences, called: Signals | undefined, other: Signals): void =>
    preferences.learn(order, [
      { tool: shown("called", called), isCalled: true, probability: 0.5 },
      { tool: shown("other", other), isCalled: false, probability: 0.5 },
    ]);

  it("grows with each call that was predicted, and ends where calls go elsewhere, within its bounds", () => {
    const [right, wrong] = [new Preferences(0), new Preferences(0)];
    for (let call = 0; call < 100; call++) {
      learnFrom(right, forWords(1), forWords(0));
      learnFrom(wrong, forWords(0), forWords(1));
    }
    expect(right.trust).toEqual({ words: 2, server: 0.5, features: 0.5 });
    expect(wrong.trust).toEqual({ words: 0, server: 0.5, features: 0.5 });
  });

  it("does not change where the tool that was called could not be lifted", () => {
    const preferences = new Preferences(0);
    learnFrom(preferences, undefined, forWords(1));
    expect(preferences.trust.words).toBe(0.5);
  });

  it("is about a bounded number of servers", () => {
    const preferences = new Preferences(0);
    for (let server = 0; server < 300; server++) {
      preferences.learn(order, [{ tool: shown(`s${server}`, undefined), isCalled: true, probability: 0.5 }]);
    }
    expect(preferences.servers.size).toBe(200);
  });
});

describe("forged preferences", () => {
  const trust = { words: 1, server: 1, features: 1 };
  const preferences = { updatedAt: 0, trust, servers: [["a", 1]], features: [["table", "words", 1]] };

  it.each<[string, unknown]>([
    ["a list", []],
    ["without trust", { ...preferences, trust: undefined }],
    ["with trust out of bounds", { ...preferences, trust: { ...trust, words: 3 } }],
    ["with negative trust", { ...preferences, trust: { ...trust, server: -1 } }],
    ["of no time", { ...preferences, updatedAt: "now" }],
    ["with a server's weight out of bounds", { ...preferences, servers: [["a", 2]] }],
    ["with too many servers", { ...preferences, servers: Array.from({ length: 201 }, (_, n) => [`s${n}`, 1]) }],
    ["with a feature's weight out of bounds", { ...preferences, features: [["table", "words", 9]] }],
    ["with a feature of no order", { ...preferences, features: [["words", 1]] }],
    ["with too many orders", { ...preferences, features: Array.from({ length: 9 }, (_, n) => [`o${n}`, "words", 1]) }],
  ])("are refused: %s", (_, forged) => {
    expect(() => UsageHistory.fromJSON({ version: 1, tools: [], preferences: forged })).toThrow(
      expect.objectContaining({ code: "invalid_usage_history" }),
    );
  });

  it("decay although they say that they come from the future", () => {
    let now = day;
    const future = { ...preferences, updatedAt: Number.MAX_SAFE_INTEGER };
    const usage = UsageHistory.fromJSON(
      { version: 1, tools: [], preferences: future },
      { halfLifeDays: 1, now: () => now },
    );
    now += day;
    expect(usage.preferences().servers[0]?.weight).toBeCloseTo(0.5, 6);
  });

  it("may be missing, as in exports of earlier versions", () => {
    expect(UsageHistory.fromJSON({ version: 1, tools: [] }).preferences().servers).toEqual([]);
  });
});
