import type { Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import type { Embedder } from "@toolcrib/search";
import { describe, expect, it, vi } from "vitest";
import type { IndexParts } from "../catalogue/catalogue-indexes.ts";
import { CatalogueBrowser } from "./catalogue-browser.ts";
import { SeenTools } from "./seen-tools.ts";

const schema = { type: "object", properties: { repository: { type: "string", description: "Which repository." } } };
const issue = {
  name: "mcp__github__create_issue",
  server: "github",
  description: "Open a new issue in a repository.",
  inputSchema: schema,
};
const vague = { name: "mcp__github__misc", server: "github", description: "", inputSchema: schema };
const weather = { name: "get_weather", description: "Tell the weather of a city.", input_schema: schema };

const settings = {};

function createView(
  seenTools = new SeenTools(),
  policy = [] as { action: "pin" | "hide"; name: string }[],
  indexParts: IndexParts = {},
  tools: readonly object[] = [issue, vague],
) {
  return new CatalogueBrowser({
    ownTools: () => tools as readonly Tool[],
    seenTools,
    settings: () => settings,
    policy: () => policy,
    indexParts,
    clock: () => 0,
    maxVectorWait: 10,
  });
}

describe("the catalogue for people", () => {
  it("shows for each tool its cost, its placement and the rule that decided", async () => {
    const { tools } = await createView().catalogue();

    expect(tools.find(({ name }) => name === issue.name)).toMatchObject({
      placement: "deferred",
      rule: "tools of MCP servers are deferred",
      tokens: expect.any(Number),
      input_schema: schema,
    });
  });

  it("shows the policy rule that decided", async () => {
    const { tools } = await createView(new SeenTools(), [
      { action: "pin", name: "*create_issue" },
      { action: "hide", name: "*misc" },
    ]).catalogue();

    expect(tools.map(({ placement, rule }) => [placement, rule])).toEqual([
      ["pinned", "rule: pin name *create_issue"],
      ["hidden", "rule: hide name *misc"],
    ]);
  });

  it("E1.0 marks a tool that a rule hides, and never finds it", async () => {
    const view = createView(new SeenTools(), [{ action: "hide", name: "create_issue" }]);

    const { tools } = await view.catalogue();
    expect(tools.find(({ name }) => name === issue.name)?.placement).toBe("hidden");
    for (const query of ["open an issue", `select:${issue.name}`]) {
      expect(await view.search({ query })).toMatchObject({ hits: [], searched: 1 });
    }
  });

  it("shows the lint's findings for a tool once they are available", async () => {
    const view = createView();
    const { tools } = await vi.waitUntil(async () => {
      const answer = await view.catalogue();
      return answer.tools.every(({ findings }) => findings !== undefined) ? answer : undefined;
    }, 20_000);

    expect(tools.find(({ name }) => name === vague.name)?.findings?.map(({ code }) => code)).toContain(
      "missing_description",
    );
  });

  it("includes the tools of requests", async () => {
    const seenTools = new SeenTools();
    seenTools.note({ tools: [weather], plan: undefined, policy: [] });

    const { tools } = await createView(seenTools).catalogue();

    expect(tools.at(-1)).toMatchObject({ name: "get_weather", placement: "eager" });
  });

  it("keeps the decision of the rules after a forwarded request", () => {
    const seenTools = new SeenTools();
    const plan = { byName: new Map([[weather.name, weather]]), deferredNames: new Set([weather.name]) };
    seenTools.note({ tools: [weather], plan: plan as unknown as CataloguePlan, policy: [] });
    seenTools.note({ tools: [{ ...weather, description: "Newer." }], plan: undefined, policy: [] });

    expect(seenTools.list()).toMatchObject([{ placement: "deferred", tool: { description: "Newer." } }]);
  });

  it("forgets the oldest tools when there are too many", () => {
    const seenTools = new SeenTools(1);
    seenTools.note({ tools: [weather, { ...weather, name: "later" }], plan: undefined, policy: [] });

    expect(seenTools.list().map(({ tool }) => tool.name)).toEqual(["later"]);
  });

  it("forgets them when they take too much memory, whatever a definition holds", () => {
    const seenTools = new SeenTools(100, 100_000);
    const large = (name: string) => ({ ...weather, name, input_schema: { ...schema, title: "x".repeat(20_000) } });
    seenTools.note({ tools: [large("a"), large("b"), large("c")], plan: undefined, policy: [] });

    expect(seenTools.list().map(({ tool }) => tool.name)).toEqual(["b", "c"]);
  });
});

describe("searching the catalogue for people", () => {
  it("returns hits with their reasons", async () => {
    const answer = await createView().search({ query: "open an issue", ranker: "bm25" });

    expect(answer).toMatchObject({ ranker: "bm25", searched: 2, hits: [{ name: issue.name }] });
    expect(answer.hits[0]?.reasons?.length).toBeGreaterThan(0);
  });

  it("tries another description without changing the catalogue", async () => {
    const view = createView();
    const query = "photograph a zebra";
    const edits = [{ name: vague.name, description: "Photograph a zebra." }];

    const edited = await view.search({ query, edits, ranker: "bm25" });
    const before = await view.search({ query, ranker: "bm25" });

    expect(edited.hits.map(({ name }) => name)).toEqual([vague.name]);
    expect(before.hits).toEqual([]);
    expect(before.miss).toContain("2 tools were searched");
  });

  it("explains an invalid pattern", async () => {
    const answer = await createView().search({ query: "[", ranker: "regex" });

    expect(answer.hits).toEqual([]);
    expect(answer.miss).toContain("[");
  });
});

describe("a caller from whom rules hide tools", () => {
  const copy = { ...issue, name: "mcp__secret__create_issue", server: "secret" };
  const payments = { ...vague, name: "mcp__secret__pay", server: "secret", description: "Pay a new invoice." };
  const rules = [{ action: "deny", server: "secret" }] as const;
  const views = [
    [issue, vague, copy, payments],
    [issue, vague],
  ].map((tools) => {
    const seen = new SeenTools();
    seen.note({ tools: tools.length > 2 ? [{ ...issue, name: "seen_elsewhere" }] : [], plan: undefined, policy: [] });
    return createView(seen, [], {}, tools);
  });

  it.each([
    ["new issue", "bm25"],
    ["new issue", "hybrid"],
    ["pay an invoice", "hybrid"],
    ["mcp__secret__pai", "hybrid"],
    ["secret", "hybrid"],
  ] as const)("gets the same answer for %s (%s) as if they did not exist", async (query, ranker) => {
    const [answer, expected] = await Promise.all(views.map((view) => view.search({ query, ranker }, { rules })));

    expect(answer).toEqual(expected);
  });

  it("gets the same catalogue and findings as if they did not exist", async () => {
    const [catalogue, expected] = await Promise.all(views.map((view) => view.catalogue(rules)));

    expect(catalogue).toEqual(expected);
    expect(JSON.stringify(await views[0]?.catalogue())).toContain("duplicate");
  });
});

describe("searching the catalogue with a configured embedder", () => {
  const knowsGrumbling: Embedder = {
    specificationVersion: "v1",
    id: "grumbling",
    embed: (texts) => texts.map((text) => Float32Array.from(/issue|grumble/i.test(text) ? [1, 0] : [0, 1])),
  };
  const search = { query: "grumble", ranker: "semantic" } as const;

  it("compares meanings with it, also for descriptions that are only tried", async () => {
    const view = createView(new SeenTools(), [], { embedder: knowsGrumbling });
    const edits = [{ name: vague.name, description: "Grumble." }];

    expect(await view.search(search)).toMatchObject({ semantic: "used", hits: [{ name: issue.name }] });
    const edited = await view.search({ ...search, edits });
    expect(edited.hits.map(({ name }) => name)).toEqual([issue.name, vague.name]);
  });

  it("answers with its fallback while it computes vectors, and says so", async () => {
    const embedder: Embedder = { ...knowsGrumbling, id: "slow", embed: () => new Promise(() => {}) };
    const view = createView(new SeenTools(), [], { embedder: { ...embedder, fallback: knowsGrumbling } });

    expect(await view.search(search)).toMatchObject({ semantic: "building", hits: [{ name: issue.name }] });
  });
});
