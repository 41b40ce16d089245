import { describe, expect, it } from "vitest";
import type { PromptLengths } from "../contracts/savings.ts";
import type { UpstreamCallRecord } from "../contracts/trace.ts";
import { budgetOf, countSavings } from "./count-savings.ts";
import { createFindPrice } from "./prices.ts";

/** 4,000 characters are sent, and 40,000 are not; the search tool takes 400. */
const prompt: PromptLengths = {
  system: 1_000,
  messages: 2_000,
  eagerTools: 1_000,
  foundTools: 0,
  withheldTools: 40_000,
  added: 400,
  isExtra: false,
};

function makeCall(fields: Partial<UpstreamCallRecord> = {}): UpstreamCallRecord {
  const usage = { input_tokens: 1_000, output_tokens: 50 };
  return { upstream: "u", model: "m", status: 200, milliseconds: 1, retries: [], usage, prompt, ...fields };
}

const findPrice = createFindPrice({
  asOf: "2026-01-31",
  models: [{ models: ["m"], input: 10, output: 100, cacheRead: 1, cacheWritten: 20 }],
});
const count = (...calls: readonly UpstreamCallRecord[]) => countSavings(calls, findPrice);

describe("countSavings", () => {
  it("estimates what was not sent by the characters per token of the prompt that was counted", () => {
    const { sent, withoutDeferral, saved } = count(makeCall());

    expect(sent).toMatchObject({ promptTokens: 1_000, source: "counted" });
    expect(withoutDeferral).toMatchObject({ promptTokens: 1_000 + 39_600 / 4, source: "estimated" });
    expect(saved).toMatchObject({ promptTokens: 9_900, promptShare: 9_900 / 10_900, source: "estimated" });
  });

  it("is exact, and says so, if nothing was deferred", () => {
    const { saved, withoutDeferral } = count(makeCall({ prompt: { ...prompt, withheldTools: 0, added: 0 } }));

    expect([saved.promptTokens, saved.source, withoutDeferral.source]).toEqual([0, "counted", "counted"]);
    expect(count(makeCall({ prompt: undefined } as never)).saved.source).toBe("counted");
  });

  it("counts the calls that exist only because of a search as a loss", () => {
    const search = makeCall();
    const answer = makeCall({
      prompt: { ...prompt, isExtra: true },
      usage: { input_tokens: 1_200, output_tokens: 300 },
    });
    const { modelCalls, extraCalls, sent, withoutDeferral, saved } = count(search, answer);

    expect([modelCalls, extraCalls]).toEqual([2, 1]);
    expect(sent.tokens).toMatchObject({ input: 2_200, output: 350 });
    // One call, with the answer of the second.
    expect(withoutDeferral.tokens).toMatchObject({ input: 10_900, output: 300 });
    expect(saved.promptTokens).toBe(10_900 - 2_200);
  });

  it("says how much deferral lost if it lost", () => {
    const lost = { ...prompt, withheldTools: 100, added: 400 };

    expect(count(makeCall({ prompt: lost })).saved).toMatchObject({ promptTokens: -75 });
  });

  it.each([
    ["read", { cache_read_input_tokens: 500, cache_creation_input_tokens: 100 }, "cacheRead", 1],
    ["written", { cache_creation_input_tokens: 600 }, "cacheWritten", 20],
    ["not cached", {}, "input", 10],
  ] as const)("treats what was not sent as the call's own prompt: %s", (_how, cached, part, price) => {
    const usage = { input_tokens: 400, output_tokens: 0, ...cached };
    const { withoutDeferral, sent, saved } = count(makeCall({ usage }));

    expect(withoutDeferral.tokens[part] - sent.tokens[part]).toBe(saved.promptTokens);
    expect(saved.cost).toBeCloseTo((saved.promptTokens * price) / 1e6, 10);
  });

  it("has no cost for a model without a price", () => {
    const { sent, saved, unpricedCalls } = count(makeCall({ model: "other" }));

    expect([sent.cost, saved.cost, unpricedCalls]).toEqual([undefined, undefined, 1]);
    expect(count(makeCall(), makeCall({ model: "other" })).sent.cost).toBe(count(makeCall()).sent.cost);
  });

  it("estimates a call that its upstream did not count", () => {
    for (const usage of [undefined, { input_tokens: 0, output_tokens: 0 }]) {
      expect(count(makeCall({ usage } as never)).sent).toMatchObject({ promptTokens: 1_600, source: "estimated" });
    }
    expect(count(makeCall({ usage: undefined, prompt: undefined, promptLength: 250 } as never))).toMatchObject({
      modelCalls: 1,
      estimatedCalls: 1,
      sent: { promptTokens: 100, source: "estimated" },
    });
  });

  it("estimates the output that an upstream did not count, or not to its end", () => {
    const { sent, estimatedCalls } = count(makeCall({ outputLength: 1_000 }));

    expect([sent.tokens.input, sent.tokens.output, sent.source, estimatedCalls]).toEqual([1_000, 400, "estimated", 1]);
    expect(sent.cost).toBeCloseTo((1_000 * 10 + 400 * 100) / 1e6, 10);
    // It counted more than was seen: thoughts are not always shown.
    expect(count(makeCall({ outputLength: 10 })).sent.tokens.output).toBe(50);
  });

  it("counts a call that failed after its upstream had worked for it", () => {
    expect(count(makeCall({ status: 502, isUsed: true })).sent).toEqual(count(makeCall()).sent);
  });

  it("uses the usual ratio for a prompt that is not mostly text", () => {
    const usage = { input_tokens: 100_000, output_tokens: 1 };

    expect(count(makeCall({ usage })).saved.promptTokens).toBe(39_600 / 2.5);
  });

  it("leaves out calls that failed", () => {
    expect(count(makeCall({ status: 529, usage: undefined } as never), makeCall())).toEqual(count(makeCall()));
  });
});

it("divides the counted prompt by its parts", () => {
  expect(budgetOf(makeCall())).toEqual({
    source: "estimated",
    system: 250,
    messages: 500,
    eagerTools: 250,
    foundTools: 0,
    withheldTools: 10_000,
  });
});
