import { describe, expect, it } from "vitest";
import { collectEvents } from "../../../suites/answer-events.ts";
import { callOf } from "../../../testing/call-of.ts";
import { createScriptedProvider } from "../../../testing/scripted-provider.ts";

const request = callOf({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hello." }] });
const long = "x".repeat(1_000_000);
const usage = { inputTokens: {}, outputTokens: {} };
const finishReason = { unified: "stop" };
const deltas = (count: number, delta: string) => [
  { type: "reasoning-start", id: "1" },
  ...Array.from({ length: count }, () => ({ type: "reasoning-delta", id: "1", delta })),
  { type: "finish", finishReason, usage },
];

describe("An answer of a package that does not use the fetch that it is given", () => {
  it("ends when the parts of its stream are too long together", async () => {
    const { upstream } = await createScriptedProvider({ parts: deltas(129, long) });
    const answer = upstream.doStream(request).then(collectEvents);

    await expect(answer).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining("128000000 characters"),
    });
  });

  it("ends when one part of its stream is too long", async () => {
    const { upstream } = await createScriptedProvider({ parts: deltas(1, long.repeat(33)) });
    const answer = upstream.doStream(request).then(collectEvents);

    await expect(answer).rejects.toThrow("a part longer than 32000000 characters");
  });

  it("is refused when it is too long as a whole", async () => {
    const content = Array.from({ length: 65 }, () => ({ type: "text", text: long }));
    const { upstream } = await createScriptedProvider({ whole: { content, finishReason, usage } });

    await expect(upstream.doGenerate(request)).rejects.toThrow("longer than 64000000 characters");
  });
});
