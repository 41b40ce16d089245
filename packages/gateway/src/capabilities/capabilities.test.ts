import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { Route } from "../contracts/route.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { ask } from "../testing/answering/ask.ts";
import { deferred, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { type CapabilityEntry, defaultCapabilities } from "./capability-table.ts";
import { chooseLoader } from "./choose-loader.ts";

function choose(
  upstream: Partial<Upstream>,
  model: string,
  more: { table?: CapabilityEntry[]; tools?: number; loader?: Route["loader"] } = {},
) {
  const route: Route = {
    upstream: { ...scriptedModel(() => ({})), ...upstream },
    loader: more.loader ?? "auto",
    model: undefined,
    inject: "off",
    serverSearch: "as-named",
    settings: {},
  };
  const table = [...(more.table ?? []), ...defaultCapabilities];
  return chooseLoader({ route, model, table, hasRefused: false, toolCount: more.tools ?? 10 });
}

describe("the loader of a route", () => {
  it.each([
    ["https://api.anthropic.com", "claude-sonnet-5-5", "native"],
    ["https://api.anthropic.com", "claude-3-opus", "bridge"],
    ["https://api.deepseek.com/anthropic", "deepseek-chat", "bridge"],
    ["https://api.z.ai/api/anthropic", "glm-5", "bridge"],
    ["https://api.moonshot.ai/anthropic", "kimi-k3", "bridge"],
    ["http://localhost:1234", "claude-sonnet-5-5", "bridge"],
    ["https://example.com", "qwen3-32b", "eager"],
    [undefined, "anything", "bridge"],
  ] as const)("at %s for %s is %s", (baseUrl, model, loader) => {
    expect(choose({ baseUrl }, model).name).toBe(loader);
  });

  it("is never native where the dialect has no references", () => {
    const table: CapabilityEntry[] = [{ loader: "native" }];

    expect(choose({ dialect: "openai-chat" }, "gpt", { table }).name).toBe("bridge");
    expect(choose({ dialect: "openai-chat" }, "gpt", { loader: "native" }).name).toBe("bridge");
  });

  it("follows the user's table before the built-in one", () => {
    const table: CapabilityEntry[] = [{ host: "api.anthropic.com", model: "*haiku*", loader: "append", note: "mine" }];
    const choice = choose({ baseUrl: "https://api.anthropic.com" }, "claude-haiku-5-5", { table });

    expect(choice).toMatchObject({ name: "append", reason: "the capability table: mine" });
  });

  it("is the bridge where a model that does not search would get too much", () => {
    expect(choose({}, "qwen3-32b", { tools: 101 })).toMatchObject({ name: "bridge" });
  });

  it("is what the route says", () => {
    expect(choose({}, "anything", { loader: "append" })).toMatchObject({ name: "append", reason: "the route" });
  });
});

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

  it("is not made without being asked for", async () => {
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

  it("F22: of the role system is learnt, and what it said goes into the user's message", async () => {
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
