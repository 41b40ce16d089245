import { describe, expect, it } from "vitest";
import { collectEvents } from "../../../suites/answer-events.ts";
import { callOf } from "../../../testing/call-of.ts";
import { createScriptedProvider } from "../../../testing/scripted-provider.ts";

const request = callOf({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hello." }] });
const finishReason = { unified: "stop" };

describe("The usage of an answer", () => {
  it.each([-5_000_000, Number.NaN, Number.POSITIVE_INFINITY, 1e308, "5", null])(
    "counts nothing for what is no count of tokens: %s",
    async (count) => {
      const wrong = {
        inputTokens: { total: count, noCache: count, cacheRead: count, cacheWrite: count },
        outputTokens: { total: count, reasoning: count },
      };
      const { upstream } = await createScriptedProvider({
        whole: { content: [], finishReason, usage: wrong },
        parts: [{ type: "finish", finishReason, usage: wrong }],
      });
      const expected = {
        input_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 0,
      };
      expect((await upstream.doGenerate(request)).usage).toEqual(expected);
      const events = await collectEvents(await upstream.doStream(request));
      expect(events.at(-2)).toMatchObject({ usage: expected });
    },
  );
});
