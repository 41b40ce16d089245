import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import type { ChatRequest } from "../src/testing/chat/chat-request.ts";
import { createStrictChatApi } from "../src/testing/chat/strict-chat-api.ts";
import { bashTool, otherTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { serve, serveFetch } from "../src/testing/serve.ts";
import { inBothDialects } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;
const clientOf = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });

const turns = 20;
const findsAt = [1, 4, 7, 10, 13];
const reconnectsAt = 9;
const foundName = (turn: number) => `mcp__shop__tool_${turn}x`;
const toTool = ({ name, description, input_schema }: typeof bashTool) => ({
  type: "function" as const,
  function: { name, description, parameters: input_schema as unknown as OpenAI.FunctionParameters },
});
const catalogue = Array.from({ length: 40 }, (_, number) => toTool(otherTool(foundName(number)) as typeof bashTool));
const bash = toTool(bashTool);

/** In a turn of a find the model searches and calls what it finds; else it just talks. */
const model = inBothDialects(({ declared, conversation }, requestNumber) => {
  const wanted = [...conversation.matchAll(/Use (mcp__shop__tool_\d+x) now/g)].at(-1)?.[1];
  if (wanted === undefined || conversation.includes(`done with ${wanted}`)) return { text: `Answer ${requestNumber}.` };
  const id = `call_${requestNumber}`;
  if (conversation.includes(`\\"name\\":\\"${wanted}\\"`)) {
    return { call: { id, name: "call_tool", input: { name: wanted, arguments: { deep: { b: 1, a: [2] } } } } };
  }
  const name = declared.find((declaredName) => /search/i.test(declaredName)) ?? "";
  return { call: { id, name, input: { query: `select:${wanted}` } } };
});

describe("Twenty turns of the OpenAI SDK on a chat upstream, with five finds and a reconnect", () => {
  it.each([false, true])(
    "lose nothing of the prompt cache, and show nothing of the gateway, streamed: %s",
    async (isStreamed) => {
      const upstream = await startStrictUpstream("openai-chat", model);
      const gateway = await startGateway({
        upstreamUrl: upstream.url,
        dialect: "openai-chat",
        loader: "bridge",
        inject: "always",
      });
      closers.push(upstream.close, gateway.close);
      const client = clientOf(gateway.url);
      const ask = async (params: Params): Promise<OpenAI.ChatCompletion> =>
        isStreamed
          ? client.chat.completions
              .stream({ ...params, stream: true, stream_options: { include_usage: true } })
              .finalChatCompletion()
          : client.chat.completions.create(params);
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "developer", content: "Work." }];
      const shown: string[] = [];
      let tools = [bash, ...catalogue];
      for (let turn = 0; turn < turns; turn += 1) {
        if (turn === reconnectsAt) tools = [bash, ...catalogue.toReversed()];
        messages.push({
          role: "user",
          content: findsAt.includes(turn) ? `Use ${foundName(turn)} now.` : `Question ${turn}.`,
        });
        for (;;) {
          const answer = await ask({
            model: "m",
            messages,
            tools,
            prompt_cache_key: "one",
            metadata: { team: "tools" },
          });
          shown.push(JSON.stringify(answer));
          const message = answer.choices[0]?.message;
          if (message === undefined) throw new Error("There is no choice.");
          messages.push(message);
          const [call] = message.tool_calls ?? [];
          if (call?.type !== "function") break;
          expect(call.function).toMatchObject({ name: foundName(turn), arguments: '{"deep":{"b":1,"a":[2]}}' });
          messages.push({ role: "tool", tool_call_id: call.id, content: `done with ${foundName(turn)}` });
        }
      }
      const lost = upstream.readings.slice(1).map(({ partsLost, brokenAt }) => ({ partsLost, brokenAt }));
      expect(lost).toEqual(lost.map(() => ({ partsLost: 0, brokenAt: undefined })));
      expect(upstream.readings).toHaveLength(turns + 2 * findsAt.length);
      expect(upstream.rejected).toEqual([]);
      expect(shown.join()).not.toMatch(/call_tool|ToolSearch|system-reminder|toolcrib/);
      for (const body of upstream.bodies) {
        expect(body).toMatchObject({ prompt_cache_key: "one", metadata: { team: "tools" } });
        expect((body as ChatRequest).messages[0]).toEqual({ role: "developer", content: "Work." });
      }
    },
  );
});

describe("A chat request that the gateway has nothing to do with", () => {
  it.each([false, true])("passes byte for byte in both directions, streamed: %s", async (isStreamed) => {
    const seen: { url: string | undefined; body: string; headers: Record<string, unknown> }[] = [];
    const answer = isStreamed
      ? 'data: {"id":"1", "choices":[{"delta":{"content":"Hé"}}]}\r\n\r\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n'
      : '{ "choices":[ {"message":{"content":"Hé"},"finish_reason":"stop"} ],  "usage":{"prompt_tokens":9,"completion_tokens":3} }';
    const server = await serve((request, body, response) => {
      seen.push({ url: request.url, body: body.toString(), headers: request.headers });
      response.writeHead(200, {
        "content-type": isStreamed ? "text/event-stream" : "application/json",
        "x-ratelimit-limit-requests": "5",
      });
      response.end(answer);
    });
    const gateway = await startGateway({ upstreamUrl: server.url, dialect: "openai-chat" });
    closers.push(server.close, gateway.close);
    const body = `{ "model":"m",  "n":2, "messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{}}]}], "stream":${isStreamed} }`;
    const response = await fetch(`${gateway.url}/v1/chat/completions?tier=1`, {
      method: "POST",
      headers: { authorization: "Bearer key", "content-type": "application/json", "openai-organization": "acme" },
      body,
    });
    expect(await response.text()).toBe(answer);
    expect(seen).toMatchObject([
      {
        url: "/v1/chat/completions?tier=1",
        body,
        headers: { authorization: "Bearer key", "openai-organization": "acme" },
      },
    ]);
    expect(response.headers.get("x-ratelimit-limit-requests")).toBe("5");
    if (!isStreamed) {
      expect(gateway.traces[0]).toMatchObject({ stopReason: "end_turn", usage: { input_tokens: 9, output_tokens: 3 } });
    }
  });

  it("closes a stream that is cut with an error", async () => {
    const server = await serve((_request, _body, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
    });
    const gateway = await startGateway({ upstreamUrl: server.url, dialect: "openai-chat" });
    closers.push(server.close, gateway.close);
    const stream = await clientOf(gateway.url).chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "Hi" }],
      stream: true,
    });
    await expect(async () => {
      for await (const _chunk of stream);
    }).rejects.toThrow("it ended before [DONE]");
  });
});

describe("What a chat server refuses of a chat client's own request", () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "developer", content: "Work." },
    { role: "user", content: "Hi", name: "Ada" },
    { role: "assistant", content: "Hello." },
    { role: "system", content: "Be brief." },
    { role: "user", content: "And?" },
  ];
  const start = async (refuse: (body: ChatRequest) => string | undefined) => {
    const api = createStrictChatApi(() => ({ text: "Fine." }), { refuse });
    const server = await serveFetch(api.fetch);
    const gateway = await startGateway({ upstreamUrl: server.url, dialect: "openai-chat" });
    closers.push(server.close, gateway.close);
    const ask = async (more: object = {}) => {
      const params: Params = { model: "m", messages, ...more };
      for (const number of [1, 2]) {
        const { choices } = await clientOf(gateway.url).chat.completions.create(params);
        expect([number, choices[0]?.message.content]).toEqual([number, "Fine."]);
      }
      expect(api.rejected).toHaveLength(1);
      return api.accepted[1]?.body;
    };
    return { ask };
  };

  it.each([
    "Unexpected role 'developer'",
    "messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`",
    "'developer' is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.0.role'",
  ])("W-C8: the role developer becomes system: %s", async (words) => {
    const { ask } = await start((body) => (body.messages.some(({ role }) => role === "developer") ? words : undefined));
    expect((await ask())?.messages).toEqual([{ role: "system", content: "Work." }, ...messages.slice(1)]);
  });

  it("a system message in the middle goes to the user's next message", async () => {
    const { ask } = await start((body) =>
      body.messages.findLastIndex(({ role }) => role === "system") > 0
        ? "System message must be at the beginning."
        : undefined,
    );
    const sent = (await ask())?.messages ?? [];
    expect(sent.slice(0, 3)).toEqual(messages.slice(0, 3));
    expect(JSON.stringify(sent.slice(3))).toContain("Be brief.");
    expect(sent.slice(3).map(({ role }) => role)).not.toContain("system");
  });

  it("W-C8: an unknown field is left out, and nothing else", async () => {
    const { ask } = await start(() => undefined);
    const body = await ask({ of_next_year: 1, seed: 7 });
    expect(body).toEqual({ model: "m", messages, seed: 7 });
  });

  it("a field of a message is left out of all messages", async () => {
    const { ask } = await start(() => undefined);
    const odd = messages.map((message) => ({ ...message, of_next_year: 1 })) as typeof messages;
    expect((await ask({ messages: odd }))?.messages).toEqual(messages);
  });
});
