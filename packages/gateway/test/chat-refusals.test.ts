import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, it } from "vitest";
import type { ChatRequest } from "../src/testing/chat/chat-request.ts";
import { createStrictChatApi } from "../src/testing/chat/strict-chat-api.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { serveFetch } from "../src/testing/serve.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Refuse = (body: ChatRequest) => string | undefined;
const has =
  (field: string, words: string): Refuse =>
  (body) =>
    field in body ? words : undefined;

/** What real servers of Chat Completions refuse, in their words, and what they get instead. */
const refusals: readonly (readonly [string, Refuse, object])[] = [
  [
    "OpenAI's reasoning models: max_tokens",
    has(
      "max_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    { max_completion_tokens: 100 },
  ],
  [
    "OpenAI's reasoning models: another temperature",
    has(
      "temperature",
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    ),
    { temperature: undefined },
  ],
  [
    "Azure: stream_options",
    has("stream_options", "Unrecognized request argument supplied: stream_options"),
    { stream_options: undefined },
  ],
  [
    "Azure: several at once",
    (body) => {
      const named = ["parallel_tool_calls", "reasoning_effort"].filter((field) => field in body);
      return named.length === 0 ? undefined : `Unrecognized request arguments supplied: ${named.join(", ")}`;
    },
    { parallel_tool_calls: undefined, reasoning_effort: undefined },
  ],
  [
    "Mistral: stream_options",
    has("stream_options", "body.stream_options: Extra inputs are not permitted"),
    { stream_options: undefined },
  ],
  [
    "Groq: reasoning_effort",
    has("reasoning_effort", "`reasoning_effort` must be one of `none` or `default`"),
    { reasoning_effort: undefined },
  ],
  [
    "OpenAI's older models: reasoning_effort",
    has("reasoning_effort", "Unrecognized request argument supplied: reasoning_effort"),
    { reasoning_effort: undefined },
  ],
  [
    "o-series: parallel_tool_calls",
    has("parallel_tool_calls", "Unsupported parameter: 'parallel_tool_calls' is not supported with this model."),
    { parallel_tool_calls: undefined },
  ],
  ["a server without user", has("user", "Unknown parameter: 'user'."), { user: undefined }],
  ["OpenAI: top_k", () => undefined, { top_k: undefined }],
];

const strictTool = {
  name: "look",
  input_schema: {
    type: "object" as const,
    properties: { x: { type: "string" } },
    required: ["x"],
    additionalProperties: false,
  },
  strict: true,
};
const request = {
  model: "m",
  max_tokens: 100,
  temperature: 0.2,
  top_k: 5,
  metadata: { user_id: "someone" },
  thinking: { type: "adaptive" },
  output_config: { effort: "high" },
  tools: [strictTool as Anthropic.Tool],
  tool_choice: { type: "auto", disable_parallel_tool_use: true },
  messages: [{ role: "user", content: "Go" }],
} as Anthropic.MessageCreateParamsNonStreaming;

async function start(refuse: Refuse) {
  const api = createStrictChatApi(() => ({ text: "Fine." }), { refuse, takesReasoning: true });
  const server = await serveFetch(api.fetch);
  const gateway = await startGateway({ upstreamUrl: server.url, dialect: "openai-chat" });
  closers.push(server.close, gateway.close);
  const client = new Anthropic({ baseURL: gateway.url, apiKey: "key", maxRetries: 0 });
  const ask = (isStreamed: boolean, params = request): Promise<Anthropic.Message> =>
    isStreamed ? client.messages.stream(params).finalMessage() : client.messages.create(params);
  return { api, gateway, ask };
}

describe.each(refusals)("What %s refuses", (_title, refuse, expected) => {
  it.each([false, true])("is learned once, and the Anthropic SDK gets its answer, streamed: %s", async (isStreamed) => {
    const { api, gateway, ask } = await start(refuse);
    for (const number of [1, 2]) {
      const { content } = await ask(isStreamed);
      expect(content).toMatchObject([{ type: "text", text: "Fine." }]);
      const sent: Readonly<Record<string, unknown>> = api.accepted[number - 1]?.body ?? {};
      for (const [field, value] of Object.entries(expected)) expect([field, sent[field]]).toEqual([field, value]);
    }
    const refused = api.rejected.length;
    await ask(isStreamed);
    expect(api.rejected).toHaveLength(refused);
    expect(gateway.traces[0]?.warnings.join()).toContain("so the request goes again without it");
  });
});

describe("What a chat server refuses of messages and tools", () => {
  it("strict is left out of every tool", async () => {
    const { api, ask } = await start(({ tools = [] }) =>
      tools.some((tool) => tool.function.strict !== undefined)
        ? "Extra inputs are not permitted, field: 'tools[0].function.strict'"
        : undefined,
    );
    await ask(false);
    expect(api.accepted[0]?.body.tools).toEqual([
      { type: "function", function: { name: "look", parameters: strictTool.input_schema } },
    ]);
  });

  it("what the model thought is left out of every message", async () => {
    const { api, ask } = await start(({ messages }) => {
      const position = messages.findIndex((message) => "reasoning_content" in message);
      return position < 0
        ? undefined
        : `'messages.${position}' : for 'role:assistant' the following must be satisfied[('messages.${position}' : property 'reasoning_content' is unsupported)]`;
    });
    const signature = `toolcrib.chat.${Buffer.from(JSON.stringify({ upstream: "test", field: "reasoning_content" })).toString("base64url")}`;
    const messages: Anthropic.MessageParam[] = [
      { role: "user", content: "Go" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature },
          { type: "text", text: "So." },
        ],
      },
      { role: "user", content: "And?" },
    ];
    await ask(false, { ...request, messages });
    expect(api.accepted[0]?.body.messages[1]).toEqual({ role: "assistant", content: "So." });
  });

  it("a format that the client parses by is never left out", async () => {
    const words = "Unknown parameter: 'response_format'.";
    const { ask } = await start(has("response_format", words));
    const format = { type: "json_schema" as const, schema: strictTool.input_schema };
    await expect(ask(false, { ...request, output_config: { format } })).rejects.toThrow(words);
  });

  it("a field that no chat server has is left out, and the trace says so", async () => {
    const { gateway, ask } = await start(() => undefined);
    const unknown = { ...request, of_next_year: true } as typeof request;
    expect((await ask(false, unknown)).content).toMatchObject([{ text: "Fine." }]);
    expect(gateway.traces[0]?.withheld).toContain("of_next_year");
  });

  it("a field that a request cannot do without is rejected by name", async () => {
    const { ask } = await start(() => undefined);
    const contained = { ...request, container: "container_1" } as typeof request;
    await expect(ask(false, contained)).rejects.toThrow("'container' is not supported by this gateway");
  });
});
