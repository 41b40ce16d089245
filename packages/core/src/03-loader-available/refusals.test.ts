import { describe, expect, it } from "vitest";
import { isFeatureRefusal, Refusals } from "./refusals.ts";

const upstream = { baseUrl: "https://llm.example" };

describe("a refusal", () => {
  it.each([
    [400, "Unexpected value(s) `advanced-tool-use-2025-11-20` for the `anthropic-beta` header", true],
    [400, "Unknown parameter: 'tools.defer_loading'.", true],
    [400, "messages[4].content: unknown variant tool_reference, expected text", true],
    [422, "tools.0.defer_loading: Extra inputs are not permitted", true],
    [400, "Tool reference 'x' not found in available tools", false],
    [
      400,
      "Tool 'X' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
      false,
    ],
    [400, "At least one tool must have defer_loading=false. All tools cannot be deferred.", false],
    [400, "prompt is too long", false],
    [500, "defer_loading", false],
  ])("E2.5 is distinguished from other errors: %i %s", (status, message, isRefusal) => {
    expect(isFeatureRefusal(status, message)).toBe(isRefusal);
  });

  it("E2.5 expires on time even if the clock is set back", () => {
    let now = 10_000;
    const refusals = new Refusals({ now: () => now, durationMilliseconds: 1_000 });
    refusals.note(upstream, "m", 400, "unknown field defer_loading");

    now -= 5_000;

    expect(refusals.has(upstream, "m")).toBe(false);
  });

  it("E2.5 applies to that upstream and model, for a limited time", () => {
    let now = 0;
    const refusals = new Refusals({ now: () => now, durationMilliseconds: 1_000 });

    expect(refusals.note(upstream, "m", 400, "unknown field defer_loading")).toBe(true);
    expect(refusals.note(upstream, "m2", 400, "prompt is too long")).toBe(false);
    expect(refusals.has(upstream, "m")).toBe(true);
    expect(refusals.has(upstream, "m2")).toBe(false);
    expect(refusals.has({}, "m")).toBe(false);
    now = 1_000;
    expect(refusals.has(upstream, "m")).toBe(false);
  });
});
