import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { ask } from "../testing/answering/ask.ts";
import { deferred, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";

describe("a probe", () => {
  const body = {
    model: "some-model",
    max_tokens: 1000,
    messages: [user("Hello.")],
    tools: [tool("Bash"), deferred("get_weather")],
  };

  it.each([
    ["counts less for a deferred tool", (isDeferred: boolean) => (isDeferred ? 400 : 1700), "native"],
    ["counts the same", () => 1700, "bridge"],
    ["cannot count", () => Number.NaN, "bridge"],
  ] as const)("finds %s: %s", async (_case, count, loader) => {
    let counts = 0;
    const upstream = scriptedModel(() => ({ text: "ok" }), {
      async doCountTokens({ body: counted }) {
        counts++;
        return count(counted.tools?.at(-1)?.defer_loading === true);
      },
    });
    const answerRequest = createAnswerRequest({ probe: true });
    const first = await ask(answerRequest, { body, upstream });
    await ask(answerRequest, { body, upstream });

    expect(first.trace.loader).toBe(loader);
    expect(counts).toBe(2);
  });

  it("that fails decides nothing for callers with other credentials, and nothing after a minute", async () => {
    let now = 0;
    let isDown = false;
    let counts = 0;
    const upstream = scriptedModel(() => ({ text: "ok" }), {
      async doCountTokens({ body: counted, credentials }) {
        counts++;
        if (isDown || credentials.apiKey !== "good") throw new Error("no valid key");
        return counted.tools?.at(-1)?.defer_loading === true ? 400 : 1_700;
      },
    });
    const answerRequest = createAnswerRequest({ probe: true, now: () => now });
    const loaderFor = async (apiKey: string) =>
      (await ask(answerRequest, { body, upstream, credentials: { apiKey, authorization: undefined } })).trace.loader;
    expect([await loaderFor("bad"), await loaderFor("bad"), counts]).toEqual(["bridge", "bridge", 2]);
    isDown = true;
    expect([await loaderFor("good"), await loaderFor("good"), counts]).toEqual(["bridge", "bridge", 4]);
    isDown = false;
    now = 60_000;

    expect([await loaderFor("good"), await loaderFor("bad"), counts]).toEqual(["native", "native", 6]);
  });

  it("is made only if configured", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), {
      async doCountTokens() {
        throw new Error("counted");
      },
    });

    expect((await ask(createAnswerRequest(), { body, upstream })).trace.loaderReason).toBe("an unknown upstream");
  });
});

describe("a refusal", () => {
  it("E2.5: is forgotten after a while", async () => {
    let now = 0;
    const upstream = scriptedModel((sent) =>
      JSON.stringify(sent).includes("defer_loading")
        ? { error: new UpstreamError(400, { type: "invalid_request_error", message: "defer_loading: Extra inputs" }) }
        : { text: "ok" },
    );
    const answerRequest = createAnswerRequest({ now: () => now });
    const body = { model: "m", max_tokens: 1000, messages: [user("Hi.")], tools: [tool("Bash"), deferred("x")] };
    const route = { loader: "native" } as const;
    const loaders: unknown[] = [];
    for (now of [0, 1_000, 11 * 60_000])
      loaders.push((await ask(answerRequest, { body, upstream, route })).trace.warnings.length);

    expect(loaders).toEqual([1, 0, 1]);
  });

  it("F22: of the role system is learned, and its text is moved to the user message", async () => {
    const refusal = new UpstreamError(400, {
      type: "invalid_request_error",
      message: "messages.1.role: Input should be 'user' or 'assistant'",
    });
    const upstream = scriptedModel(
      ({ messages }) => (messages.some(({ role }) => role === "system") ? { error: refusal } : { text: "ok" }),
      { baseUrl: "https://api.anthropic.com" },
    );
    const body = {
      model: "claude-sonnet-5-5",
      max_tokens: 1000,
      messages: [user("Hi."), { role: "system" as const, content: "Be brief." }],
      tools: [tool("Bash"), deferred("x")],
    };
    await ask(createAnswerRequest(), { body, upstream });

    expect(upstream.bodies.at(-1)?.messages).toEqual([user("Hi.", "<system-reminder>\nBe brief.\n</system-reminder>")]);
  });
});
