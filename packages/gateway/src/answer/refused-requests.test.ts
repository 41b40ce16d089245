import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { ask } from "../testing/answering/ask.ts";
import { call, deferred, replayed, result, text, tool, user } from "../testing/answering/blocks.ts";
import { type ScriptedModel, scriptedModel } from "../testing/answering/scripted-model.ts";
import { weatherRequest } from "../testing/answering/weather-request.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const refusalOf = (message: string) => ({ error: new UpstreamError(400, { type: "invalid_request_error", message }) });
const holds = (sent: MessagesBody, word: string) => JSON.stringify(sent).includes(`"${word}"`);
const native = { loader: "native" } as const;

/** Searches in the first round, calls what it found in the second, and refuses what it is told to from some request on. */
const searching = (refuse: (sent: MessagesBody, number: number) => string | undefined) =>
  scriptedModel((sent, number) => {
    const words = refuse(sent, number);
    if (words !== undefined) return refusalOf(words);
    const hasSearched = JSON.stringify(sent.messages).includes("tool_result");
    if (!hasSearched) return { calls: [{ name: "tool_search_tool_bm25", input: { query: "weather" } }] };
    const isBridged = sent.tools?.some(({ name }) => name === "call_tool") === true;
    const input = { city: "Oslo" };
    return isBridged
      ? { calls: [{ id: "toolu_9", name: "call_tool", input: { name: "get_weather", arguments: input } }] }
      : { calls: [{ id: "toolu_9", name: "get_weather", input }] };
  });

describe.each([true, false])("a refusal in the second round of an answer (streaming %s)", (stream) => {
  const body = weatherRequest({ stream });

  it("E2.5: of references leads to a retry over the bridge, and is remembered", async () => {
    const upstream = searching((sent) =>
      holds(sent, "tool_reference") ? "messages.2.content: unknown variant tool_reference, expected text" : undefined,
    );
    const answerRequest = createAnswerRequest();
    const first = await ask(answerRequest, { body, upstream, route: native });
    const shown = first.message.content.map(({ type }) => type);

    expect(shown).toEqual(["server_tool_use", "tool_search_tool_result", "tool_use"]);
    expect(first.message.content.at(-1)).toEqual(call("toolu_9", "get_weather", { city: "Oslo" }));
    expect(first.trace.upstreamCalls.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(first.trace).toMatchObject({ loader: "bridge", loaderReason: "refused a short while ago" });
    expect(first.trace.searches).toHaveLength(1);

    const messages = [...body.messages, replayed(first.message), user(result("toolu_9", "Sunny"))];
    const next = await ask(answerRequest, { body: { ...body, messages }, upstream, route: native });
    expect(next.trace.upstreamCalls.map(({ status }) => status)).toEqual([200]);
    expect(next.trace.warnings).toEqual([]);
  });

  it("E2.5: of a field leads to a retry without it, over the same loader", async () => {
    const upstream = searching((sent, number) =>
      number > 1 && holds(sent, "output_config") ? "output_config: Extra inputs are not permitted" : undefined,
    );
    const answerRequest = createAnswerRequest();
    const question = { body: { ...body, output_config: { effort: "low" } }, upstream, route: native };
    const { message, trace } = await ask(answerRequest, question);

    expect(message.content.at(-1)).toEqual(call("toolu_9", "get_weather", { city: "Oslo" }));
    expect(upstream.bodies.map((sent) => holds(sent, "output_config"))).toEqual([true, true, false]);
    expect(trace).toMatchObject({ loader: "native", withheld: ["output_config"] });
    expect((await ask(answerRequest, question)).trace.upstreamCalls.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("reaches the client if it is of another kind", async () => {
    const upstream = searching((_sent, number) => (number === 2 ? "prompt is too long" : undefined));

    await expect(ask(createAnswerRequest(), { body, upstream, route: native })).rejects.toThrow("prompt is too long");
    expect(upstream.calls).toHaveLength(2);
  });
});

it("a refusal after the first event of a round ends the stream, because events cannot be withdrawn", async () => {
  const refusal = refusalOf("output_config: Extra inputs are not permitted").error;
  const model = scriptedModel(() => ({ text: "Well," }));
  const upstream = scriptedModel(() => ({}), {
    async doStream(sent) {
      const events = await model.doStream(sent);
      return (async function* () {
        for await (const event of events) {
          yield event;
          if (event.type === "message_start") throw refusal;
        }
      })();
    },
  });
  const body = weatherRequest({ stream: true, output_config: { effort: "low" } });

  await expect(ask(createAnswerRequest(), { body, upstream, route: native })).rejects.toThrow("output_config");
  expect(model.calls).toHaveLength(1);
});

describe("refusals of fields that current clients send", () => {
  const tools = [tool("Bash", { eager_input_streaming: true } as never), tool("ToolSearch"), deferred("x")];
  const body: MessagesBody = {
    model: "claude-opus-5-5",
    max_tokens: 1000,
    system: [text("x-anthropic-billing-header: cch=1"), text("Be kind.")],
    messages: [user("Hi."), { role: "system", content: "Be brief.", output_config: { effort: "low" } } as never],
    tools,
    thinking: { type: "adaptive", display: "x" },
    output_config: { effort: "low" },
    context_management: { edits: [] },
  };
  const betas = ["claude-code-20250219", "context-management-2025-06-27", "advanced-tool-use-2025-11-20"];

  /** Knows nothing of the last two years, and names one thing at a time. */
  const strict = (): ScriptedModel =>
    scriptedModel((sent) => {
      const { betas: sentBetas } = upstream.calls.at(-1) ?? { betas: [] };
      const unknown = sentBetas.find((name) => name !== "claude-code-20250219");
      if (unknown !== undefined)
        return refusalOf(`Unexpected value(s) \`${unknown}\` for the \`anthropic-beta\` header.`);
      const isDeferred = sent.tools?.findIndex((each) => each.defer_loading === true) ?? -1;
      if (isDeferred >= 0) return refusalOf(`tools.${isDeferred}.custom.defer_loading: Extra inputs are not permitted`);
      if (holds(sent, "eager_input_streaming")) {
        return refusalOf("tools.0.custom.eager_input_streaming: Extra inputs are not permitted");
      }
      const role = sent.messages.findIndex((each) => each.role === "system");
      if (role >= 0) return refusalOf(`messages.${role}.role: Input should be 'user' or 'assistant'`);
      for (const field of ["output_config", "context_management"]) {
        if (sent[field] !== undefined) return refusalOf(`${field}: Extra inputs are not permitted`);
      }
      return holds(sent, "display")
        ? refusalOf("thinking.adaptive.display: Extra inputs are not permitted")
        : { text: "ok" };
    });
  let upstream = strict();

  it.each(["native", "bridge", "append", "eager"] as const)(
    "W-CC11, E2.5: are learned one after another, once (%s)",
    async (loader) => {
      upstream = strict();
      const answerRequest = createAnswerRequest();
      const route = { loader };
      const first = await ask(answerRequest, { body, upstream, betas, route });
      const tries = upstream.calls.length;
      const second = await ask(answerRequest, { body, upstream, betas, route });

      expect(first.message.content).toEqual([text("ok")]);
      expect(first.trace.warnings.length).toBe(tries - 1);
      expect(upstream.calls.length).toBe(tries + 1);
      expect(second.trace.warnings.filter((warning) => warning.includes("refused"))).toEqual([]);
      expect(second.trace.withheld).toEqual(
        expect.arrayContaining(["output_config", "context_management", "thinking.display"]),
      );
      expect(JSON.stringify(upstream.bodies.at(-1))).toBe(JSON.stringify(upstream.bodies.at(-2)));
    },
  );

  it("are learned by concurrent requests too", async () => {
    upstream = strict();
    const answerRequest = createAnswerRequest();
    const replies = await Promise.all(
      [1, 2, 3].map(() => ask(answerRequest, { body, upstream, betas, route: native })),
    );

    expect(replies.map(({ message }) => message.content)).toEqual([[text("ok")], [text("ok")], [text("ok")]]);
  });

  it("eventually reach the client if an upstream keeps refusing", async () => {
    let number = 0;
    const endless = scriptedModel((sent) => {
      const field = Object.keys(sent).find((name) => name.startsWith("x_")) ?? "messages";
      number++;
      return refusalOf(`${field}: Extra inputs are not permitted`);
    });
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x_${index}`, 1]));

    await expect(ask(createAnswerRequest(), { body: { ...body, ...fields }, upstream: endless })).rejects.toThrow(
      "x_16",
    );
    expect(number).toBe(17);
  });

  it("E2.5: are forgotten after ten minutes", async () => {
    let now = 0;
    upstream = strict();
    const answerRequest = createAnswerRequest({ now: () => now });
    const tries: number[] = [];
    for (now of [0, 9 * 60_000, 11 * 60_000]) {
      tries.push((await ask(answerRequest, { body, upstream, betas })).trace.upstreamCalls.length);
    }

    expect(tries[1]).toBe(1);
    expect(tries[2]).toBe(tries[0]);
  });

  it("reach the client if Anthropic's own API does not know a field", async () => {
    const own = scriptedModel(() => refusalOf("output_config: Extra inputs are not permitted"), {
      baseUrl: "https://api.anthropic.com",
    });

    await expect(ask(createAnswerRequest(), { body, upstream: own })).rejects.toThrow("output_config");
    expect(own.calls).toHaveLength(1);
  });
});

describe("a key of a request in the words of a refusal", () => {
  const body: MessagesBody = {
    model: "m",
    max_tokens: 1,
    messages: [user("Hi."), { role: "system", content: "Be brief." } as never],
    tools: [tool("A"), deferred("x")],
  };

  it.each(["messages.1.role", "tools.1.custom.defer_loading"])(
    "switches neither roles nor tool search off, at any upstream: %s",
    async (key) => {
      for (const baseUrl of ["https://api.anthropic.com", "http://model.test"]) {
        const upstream = scriptedModel(
          (sent) => (key in sent ? refusalOf(`${key}: Extra inputs are not permitted`) : { text: "ok" }),
          { baseUrl },
        );
        const answerRequest = createAnswerRequest();
        const wrong = { body: { ...body, [key]: 1 }, upstream, route: native };
        await expect(ask(answerRequest, wrong)).rejects.toThrow(key);
        await ask(answerRequest, { body, upstream, route: native });

        expect(upstream.calls).toHaveLength(2);
        expect(upstream.bodies[1]).toEqual(body);
      }
    },
  );
});

describe("beta names of tool search (E13.3)", () => {
  const body: MessagesBody = { model: "m", max_tokens: 1, messages: [user("Hi.")], tools: [tool("A"), deferred("x")] };
  const name = "advanced-tool-use-2025-11-20";

  it("stay on in a conversation that has sent them; other names are the client's in each request", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const answerRequest = createAnswerRequest();
    await ask(answerRequest, { body, upstream, betas: [name, "context-1m-2025-08-07"], route: native });
    await ask(answerRequest, { body, upstream, betas: [], route: native });
    await ask(answerRequest, { body: { ...body, messages: [user("Other.")] }, upstream, betas: [], route: native });

    expect(upstream.calls.map(({ betas }) => betas)).toEqual([[name, "context-1m-2025-08-07"], [name], []]);
  });
});
