import { describe, expect, it } from "vitest";
import { planCatalogue } from "../05-deferral-decision/catalogue-plan.ts";
import type { CountRequest } from "../engine/index.ts";
import { DeferralSession, prepareRequest } from "../index.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { bash, builtIn, catalogue, mcpTool, request, searchTool, slackSend, user } from "../testing/fixtures.ts";
import { contextWindowOf, defaultContextWindows } from "./context-windows.ts";
import { costFromCharacters, costFromCount, decideThreshold } from "./threshold.ts";
import { TokenMemo } from "./token-memo.ts";

const planOf = (tools: typeof catalogue) => planCatalogue(tools, searchTool, resolveSettings().rules);

describe("the threshold", () => {
  it("E4.1 rounds the budget down", () => {
    expect(decideThreshold({ tokens: 0, source: "counted" }, 199_999, 10).budget).toBe(19_999);
  });

  it.each([
    [20_499, false],
    [20_500, true],
  ])("E4.2 is reached with a count of %i at 10 %% of 200,000: %s", (count, isOn) => {
    const { gate } = prepareRequest(request({ settings: { toolSearch: "auto" }, deferralCost: costFromCount(count) }));

    expect(gate.isOn).toBe(isOn);
  });

  it("E4.2 never computes a cost below zero", () => {
    expect(costFromCount(499).tokens).toBe(0);
  });

  it("E4.3 divides characters by 2.5 if there is no count", () => {
    const tool = { name: "ab", description: "cde", input_schema: { type: "object" } };

    expect(costFromCharacters([tool])).toEqual({
      tokens: (2 + 3 + '{"type":"object"}'.length) / 2.5,
      source: "estimated",
      characters: 2 + 3 + '{"type":"object"}'.length,
    });
  });

  it.each([
    [2, 1, true],
    [1, 1, false],
    [7, 3, true],
    [6, 3, false],
  ])("E4.3 compares %i characters with the floor of 2.5 times a budget of %i: %s", (characters, budget, isReached) => {
    const cost = { tokens: characters / 2.5, source: "estimated", characters } as const;

    expect(decideThreshold(cost, budget * 10, 10)).toEqual({ isReached, cost, budget });
  });

  it("E4.3 is reached by the same characters at 13 % and not at 14 %", () => {
    const padding = builtIn("x", { shouldDefer: true, description: "" });
    const description = "d".repeat(67_210 - costFromCharacters([padding]).tokens * 2.5);
    const tools = [bash, { ...padding, description }];
    const isOn = (toolSearch: string) => prepareRequest(request({ tools, settings: { toolSearch } })).gate.isOn;

    expect([isOn("auto:13"), isOn("auto:14")]).toEqual([true, false]);
  });

  it("E4.5 reads context windows from a table that can be overridden", () => {
    const windowOf = (model: string) => contextWindowOf(model, defaultContextWindows, 5);

    expect(windowOf("claude-sonnet-4-5")).toBe(200_000);
    expect(windowOf("claude-sonnet-4-5[1m]")).toBe(1_000_000);
    expect(windowOf("claude-opus-5-5")).toBe(1_000_000);
    expect(windowOf("my-local-model")).toBe(5);
    const { trace } = prepareRequest(
      request({ model: "tiny", settings: { toolSearch: "auto:50", contextWindows: [["ti*", 100]] } }),
    );
    expect(trace).toContainEqual(expect.objectContaining({ step: "threshold", budget: 50, isReached: true }));
  });
});

describe("the memory of counts", () => {
  it("E4.2 counts only the deferrable tools, without defer_loading", async () => {
    const requests: CountRequest[] = [];
    const memo = new TokenMemo(async (body) => {
      requests.push(body);
      return 700;
    });

    const cost = await memo.costOf(planOf([bash, { ...slackSend, defer_loading: true }]), "m");

    expect(cost).toEqual({ tokens: 200, source: "counted" });
    expect(requests).toEqual([{ model: "m", messages: [{ role: "user", content: "foo" }], tools: [slackSend] }]);
  });

  it("E4.4, E5.8 counts again when the set or a definition changes, and not when only the order does", async () => {
    let count = 0;
    const memo = new TokenMemo(async () => ++count);

    await memo.costOf(planOf(catalogue), "m");
    await memo.costOf(planOf(catalogue.toReversed()), "m");
    expect(count).toBe(1);
    await memo.costOf(planOf([...catalogue, mcpTool("new", "tool")]), "m");
    await memo.costOf(planOf(catalogue.map((tool) => ({ ...tool, description: "New." }))), "m");
    await memo.costOf(planOf(catalogue), "another model");
    expect(count).toBe(4);
  });

  it("E4.3 falls back to characters when counting fails, and tries again next time", async () => {
    let tries = 0;
    const countTokens = async () => {
      tries++;
      if (tries === 1) throw new Error("404");
      return tries === 2 ? Number.NaN : 1_500;
    };
    const session = new DeferralSession({ tools: catalogue, countTokens, settings: { toolSearch: "auto" } });
    const cost = async () => (await session.prepare({ model: "m", messages: [user("Go.")] })).gate.threshold?.cost;

    expect(await cost()).toEqual(costFromCharacters(planOf(catalogue).deferred));
    expect((await cost())?.source).toBe("estimated");
    expect(await cost()).toEqual({ tokens: 1_000, source: "counted" });
  });
});
