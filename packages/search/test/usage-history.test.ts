import { type SearchAnswer, type SearchableTool, ToolIndex, UsageHistory } from "@toolcrib/search";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexOf } from "./support/catalogue.ts";

const post: SearchableTool = { name: "mcp__chat__post", description: "Post a note to the team." };
const share: SearchableTool = { name: "mcp__wiki__share", description: "Share a note with the team." };
const tools: readonly SearchableTool[] = [
  post,
  share,
  { name: "mcp__files__read", description: "Read a file." },
  { name: "mcp__calendar__list_events", description: "List the events of a day." },
];
/** Without servers: what calls say for a server does not depend on the definitions of its tools. */
const toolsAlone = tools.map((tool) => ({ ...tool, name: tool.name.split("__").at(-1) as string }));
const day = 86_400_000;
/** Time stands still, so that nothing fades during a test. */
const createHistory = (): UsageHistory => new UsageHistory({ now: () => day });

/** Uses a tool for a query a number of times, as a model does: search, then call. */
async function use(index: ToolIndex, usage: UsageHistory, query: string, name: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await index.search(query, { usage });
    usage.recordCall(query, name);
  }
}

function shownBy({ hits, candidates }: SearchAnswer): string[] {
  return [...hits, ...candidates].map(({ name }) => name);
}

const query = "note for the team";

describe("a usage history", () => {
  it("puts the tool first that was called for such words", async () => {
    const index = await indexOf(tools);
    const [first, second] = shownBy(await index.search(query)) as [string, string];
    const usage = createHistory();
    await use(index, usage, query, second, 4);

    expect(shownBy(await index.search(query, { usage }))[0]).toBe(second);
    expect(shownBy(await index.search("a team note", { usage }))[0]).toBe(second);
    expect(shownBy(await index.search(query))[0]).toBe(first);
  });

  it("changes nothing before the first call", async () => {
    const index = await indexOf(tools);
    expect(await index.search(query, { usage: new UsageHistory() })).toEqual(await index.search(query));
  });

  it("is used by every search of an index that it is given to", async () => {
    const usage = createHistory();
    const index = await indexOf(tools, { embedder: null, usage });
    const [, second] = shownBy(await index.search(query)) as [string, string];
    for (let time = 0; time < 4; time++) {
      await index.search(query);
      usage.recordCall(query, second);
    }
    expect(shownBy(await index.search(query))[0]).toBe(second);
  });

  it("shows in the reasons of a hit what it adds, and the reasons add up to the score", async () => {
    const index = await indexOf(tools);
    const usage = createHistory();
    const [, second] = shownBy(await index.search(query)) as [string, string];
    await use(index, usage, query, second, 4);
    const [hit] = (await index.search(query, { usage })).hits;
    const reason = hit?.why.find(({ feature }) => feature === "earlier calls");

    expect(reason?.contribution).toBeGreaterThan(0);
    expect(reason?.value).toBeLessThanOrEqual(3);
    expect(hit?.why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(hit?.score as number, 6);
  });

  it("counts only tools that the answer showed, and each once per search", async () => {
    const index = await indexOf(tools);
    const usage = createHistory();

    expect(usage.recordCall(query, post.name)).toBe(false);
    await index.search(query, { usage });
    expect(usage.recordCall(query, "mcp__files__read")).toBe(false);
    expect(usage.recordCall(query, "__proto__")).toBe(false);
    expect(usage.recordCall(query, post.name)).toBe(true);
    expect(usage.recordCall(query, post.name)).toBe(false);
    expect(usage.inspect()).toMatchObject([{ name: post.name, calls: 1 }]);
  });

  it("counts a call for the last of several queries whose answer showed the tool", async () => {
    const index = await indexOf(tools);
    const usage = createHistory();
    const queries = [query, "read a file", `select:${share.name}`];
    for (const text of queries) await index.search(text, { usage });

    expect(usage.recordCall(queries, share.name)).toBe(true);
    expect(usage.recordCall(queries, share.name)).toBe(false);
    expect(usage.inspect()).toMatchObject([{ name: share.name, calls: 1 }]);
    expect(usage.inspect()[0]?.words.map(({ word }) => word)).not.toContain("file");
  });

  it("tells tools of the same name in different catalogues apart", async () => {
    const index = await indexOf(toolsAlone);
    const usage = createHistory();
    const [, second] = shownBy(await index.search(query)) as [string, string];
    await use(index, usage, query, second, 4);
    const other = await indexOf(toolsAlone.map((tool) => ({ ...tool, description: `${tool.description} Today.` })));
    const plain = await other.search(query);
    expect(shownBy(await other.search(query, { usage }))).toEqual(shownBy(plain));
    await use(other, usage, query, shownBy(plain)[0] as string, 4);

    expect(shownBy(await index.search(query, { usage }))[0]).toBe(second);
    expect(UsageHistory.fromJSON(JSON.parse(JSON.stringify(usage))).size).toBe(usage.size);
    usage.reset(second);
    expect(usage.inspect().filter(({ name }) => name === second)).toEqual([]);
  });

  it("is not shared: another history knows nothing of it", async () => {
    const index = await indexOf(tools);
    const mine = createHistory();
    const theirs = new UsageHistory();
    const [, second] = shownBy(await index.search(query)) as [string, string];
    await use(index, mine, query, second, 10);

    expect(await index.search(query, { usage: theirs })).toEqual(await index.search(query));
    expect(theirs.inspect()).toEqual([]);
  });

  it("fades: after a half-life, half is left, and a clock that goes backwards changes nothing", async () => {
    let now = 1_000 * day;
    const index = await indexOf(tools);
    const usage = new UsageHistory({ halfLifeDays: 10, now: () => now });
    await use(index, usage, query, share.name, 2);
    now += 10 * day;
    expect(usage.inspect()[0]?.calls).toBeCloseTo(1, 6);
    now -= 500 * day;
    expect(usage.inspect()[0]?.calls).toBeCloseTo(1, 6);
    now += 5_000 * day;
    expect(usage.inspect()[0]?.words).toEqual([]);
  });

  it("forgets a tool whose definition changed", async () => {
    const index = await indexOf(toolsAlone);
    const usage = createHistory();
    const [first, second] = shownBy(await index.search(query)) as [string, string];
    await use(index, usage, query, second, 4);
    const changed = toolsAlone.map((tool) =>
      tool.name === second ? { ...tool, description: `${tool.description} Now.` } : tool,
    );
    index.sync(changed);
    expect(shownBy(await index.search(query, { usage }))[0]).toBe(first);
  });

  it("is reset for one tool, or for all", async () => {
    const index = await indexOf(tools);
    const usage = createHistory();
    await use(index, usage, query, post.name);
    await use(index, usage, query, share.name);
    usage.reset(post.name);
    expect(usage.inspect().map(({ name }) => name)).toEqual([share.name]);
    usage.reset();
    expect(usage.size).toBe(0);
  });

  it("is the same after an export", async () => {
    const index = await indexOf(tools);
    const usage = createHistory();
    await use(index, usage, query, share.name, 3);
    const restored = UsageHistory.fromJSON(JSON.parse(JSON.stringify(usage)), { now: () => day });

    expect(restored.inspect()).toEqual(usage.inspect());
    expect((await index.search(query, { usage: restored })).hits).toEqual((await index.search(query, { usage })).hits);
    expect(JSON.stringify(usage)).not.toContain(query);
  });

  it("keeps a bounded number of tools and words", async () => {
    const many = Array.from({ length: 40 }, (_, number) => ({
      name: `t${number}`,
      description: `Does thing${number}.`,
    }));
    const index = await indexOf(many);
    const usage = new UsageHistory({ maxTools: 10 });
    for (let number = 0; number < 40; number++) {
      const words = Array.from({ length: 30 }, (_, word) => `w${number}x${word}`).join(" ");
      for (const text of [`thing${number}`, `thing${number} ${words}`]) await use(index, usage, text, `t${number}`, 2);
    }
    const learned = usage.inspect();
    expect(learned).toHaveLength(10);
    expect(learned.map(({ name }) => name)).toContain("t39");
    expect(Math.max(...learned.map(({ words }) => words.length))).toBeLessThanOrEqual(64);
  });
});

describe("a forged history", () => {
  const tool = { name: "a", hash: "b", calls: 1, updatedAt: 0, words: [["word", 1]] };

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "{}"],
    ["another version", { version: 2, tools: [] }],
    ["no list", { version: 1, tools: {} }],
    ["too many tools", { version: 1, tools: Array.from({ length: 1_001 }, (_, n) => ({ ...tool, name: `t${n}` })) }],
    ["a definition twice", { version: 1, tools: [tool, tool] }],
    ["infinite calls", { version: 1, tools: [{ ...tool, calls: Number.POSITIVE_INFINITY }] }],
    ["calls that are none", { version: 1, tools: [{ ...tool, calls: Number.NaN }] }],
    ["a weight out of bounds", { version: 1, tools: [{ ...tool, words: [["word", 1e9]] }] }],
    ["a word without a weight", { version: 1, tools: [{ ...tool, words: ["word"] }] }],
    ["too many words", { version: 1, tools: [{ ...tool, words: Array.from({ length: 65 }, (_, n) => [`w${n}`, 1]) }] }],
    ["a name without end", { version: 1, tools: [{ ...tool, name: "x".repeat(513) }] }],
  ])("is refused, and what was learned stays: %s", async (_, forged) => {
    const index = await indexOf(tools);
    const usage = createHistory();
    await use(index, usage, query, share.name);
    const before = usage.inspect();

    expect(() => usage.replaceWith(forged)).toThrow(expect.objectContaining({ code: "invalid_usage_history" }));
    expect(usage.inspect()).toEqual(before);
  });

  it("is refused with an error of this package, or accepted and bounded, whatever it is", async () => {
    const index = await indexOf(tools);
    const anyTool = fc.record({
      name: fc.oneof(fc.constantFrom(post.name, "__proto__"), fc.string()),
      hash: fc.string(),
      calls: fc.oneof(fc.double(), fc.constant(1)),
      updatedAt: fc.oneof(fc.double(), fc.constant(1)),
      words: fc.oneof(fc.jsonValue(), fc.array(fc.tuple(fc.string(), fc.double({ min: -5, max: 5 })))),
    });
    const anyHistory = fc.oneof(fc.jsonValue(), fc.record({ version: fc.constant(1), tools: fc.array(anyTool) }));
    await fc.assert(
      fc.asyncProperty(anyHistory, async (value) => {
        let usage: UsageHistory;
        try {
          usage = UsageHistory.fromJSON(value);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_usage_history" });
          return;
        }
        const { hits } = await index.search(query, { usage });
        expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
      }),
    );
  });

  it("decays although it says that it comes from the future", async () => {
    let now = 1_000;
    const usage = UsageHistory.fromJSON(
      { version: 1, tools: [{ ...tool, updatedAt: Number.MAX_SAFE_INTEGER }] },
      { halfLifeDays: 1, now: () => now },
    );
    now += day;
    expect(usage.inspect()[0]?.calls).toBeCloseTo(0.5, 6);
  });
});

it("costs an index that has none neither state nor a different answer", async () => {
  const plain = new ToolIndex({ embedder: null });
  plain.add(tools);
  const answer = await plain.search(query);
  expect(answer.hits.flatMap(({ why }) => why.map(({ feature }) => feature))).not.toContain("earlier calls");
});
