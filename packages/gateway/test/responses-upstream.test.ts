import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import type { GatewayConfig } from "../src/config/gateway-config.ts";
import type { TraceRecord } from "../src/contracts/trace.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import type { ResponsesModel } from "../src/testing/responses-api/responses-request.ts";
import {
  createStrictResponsesApi,
  type StrictResponsesOptions,
} from "../src/testing/responses-api/strict-responses-api.ts";
import { serveFetch } from "../src/testing/serve.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Real SDKs in front of a gateway on a real socket, in front of a strict Responses API on another. */
async function start(
  model: ResponsesModel,
  { route, ...options }: StrictResponsesOptions & { readonly route?: Partial<GatewayConfig> } = {},
) {
  const api = createStrictResponsesApi(model, options);
  const upstream = await serveFetch(api.fetch);
  const traces: TraceRecord[] = [];
  const gateway = await createGateway(
    {
      upstreams: { openai: { dialect: "openai-responses", url: `${upstream.url}/v1` } },
      retries: { attempts: 0 },
      ...route,
    },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  closers.push(upstream.close, () => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  return {
    api,
    traces,
    anthropic: new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 }),
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 }),
  };
}

const tool: Anthropic.Tool = { name: "look", description: "Looks.", input_schema: { type: "object", properties: {} } };
const question: Anthropic.MessageParam[] = [{ role: "user", content: "Hi." }];
const request = { model: "gpt", max_tokens: 1000, messages: question, tools: [tool] };

function askMessages(client: Anthropic, params: Anthropic.MessageCreateParamsNonStreaming, isStreaming: boolean) {
  return isStreaming ? client.messages.stream(params).finalMessage() : client.messages.create(params);
}

describe.each([false, true])("the Anthropic SDK with a Responses upstream, streaming %s", (isStreaming) => {
  it("W-R31: gets reasoning and parallel calls, and sends them back unchanged", async () => {
    const { anthropic, api } = await start(({ input }) =>
      input.some(({ type }) => type === "function_call_output")
        ? { reasoning: "Done.", text: "Both are there." }
        : {
            reasoning: "Two calls.",
            text: "Looking.",
            calls: [
              { name: "look", arguments: { at: 1 } },
              { name: "look", arguments: '{ "at":  2 }' },
            ],
          },
    );
    const params = { ...request, thinking: { type: "enabled" as const, budget_tokens: 2_000 }, max_tokens: 4_000 };
    const first = await askMessages(anthropic, params, isStreaming);
    expect(first.content).toMatchObject([
      { type: "thinking", thinking: "Two calls." },
      { type: "text", text: "Looking." },
      { type: "tool_use", id: "call_1_0", name: "look", input: { at: 1 } },
      { type: "tool_use", id: "call_1_1", name: "look", input: { at: 2 } },
    ]);
    expect(first.stop_reason).toBe("tool_use");
    const results = first.content.flatMap((block) =>
      block.type === "tool_use" ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "There." }] : [],
    );
    const messages = [
      ...question,
      { role: "assistant" as const, content: first.content as Anthropic.ContentBlockParam[] },
      { role: "user" as const, content: results },
    ];
    const second = await askMessages(anthropic, { ...params, messages }, isStreaming);

    expect(api.rejected).toEqual([]);
    expect(second.content).toMatchObject([{ type: "thinking" }, { type: "text", text: "Both are there." }]);
    expect(second.usage.cache_read_input_tokens).toBeGreaterThan(0);
    expect(api.accepted[1]?.body.input[1]).toMatchObject({
      type: "reasoning",
      id: "rs_1_0",
      encrypted_content: expect.stringMatching(/^gAAAA/),
    });
    expect(api.accepted[1]?.prefix.partsLost).toBe(0);
  });

  it("gets structured output", async () => {
    const { anthropic, api } = await start(() => ({ text: '{"answer":42}' }));
    const schema = {
      type: "object",
      properties: { answer: { type: "integer" } },
      required: ["answer"],
      additionalProperties: false,
    };
    const params = { ...request, output_config: { format: { type: "json_schema" as const, schema } } };
    const answer = await askMessages(anthropic, params, isStreaming);

    expect(answer.content).toMatchObject([{ type: "text", text: '{"answer":42}' }]);
    expect(api.accepted[0]?.body["text"]).toEqual({
      format: { type: "json_schema", name: "response", schema, strict: true },
    });
  });

  it.each([
    [{ refusal: "I cannot." }, "refusal", [], { explanation: "I cannot." }],
    [{ text: "Cut", incomplete: "max_output_tokens" }, "max_tokens", [{ type: "text", text: "Cut" }], undefined],
    [{ text: "No", incomplete: "content_filter" }, "refusal", [{ type: "text", text: "No" }], undefined],
  ])("W-R31: reads why the model stopped: %j", async (said, reason, content, details) => {
    const { anthropic } = await start(() => said);
    const answer = await askMessages(anthropic, request, isStreaming);

    expect([answer.stop_reason, answer.content]).toMatchObject([reason, content]);
    expect((answer as { stop_details?: unknown }).stop_details ?? undefined).toEqual(
      details === undefined ? undefined : expect.objectContaining(details),
    );
  });

  it.each([
    ["rate_limit_exceeded", 429, "rate_limit_error"],
    ["server_error", 500, "api_error"],
    ["invalid_prompt", 400, "invalid_request_error"],
    ["server_is_overloaded", 529, "overloaded_error"],
  ])("gets a response that failed with %s as an error with a status", async (code, status, type) => {
    const { anthropic } = await start(() => ({ failure: { code, message: "Not now." } }));

    await expect(askMessages(anthropic, request, isStreaming)).rejects.toMatchObject({
      status,
      error: { error: { type, message: "Not now." } },
    });
  });

  it("gets the message that makes it compact when the context is full", async () => {
    const failure = {
      code: "context_length_exceeded",
      message: "Your input exceeds the context window of this model.",
    };
    const { anthropic } = await start(() => ({ failure }));

    await expect(askMessages(anthropic, request, isStreaming)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("prompt is too long"),
    });
  });

  it("works with models that do not reason and with those that take no temperature, after one rejection (E2.5)", async () => {
    const plain = await start(() => ({ text: "Hello." }), { reasons: false });
    const params = { ...request, thinking: { type: "adaptive" as const } };
    for (let turn = 0; turn < 2; turn++) {
      expect((await askMessages(plain.anthropic, params, isStreaming)).content).toMatchObject([{ text: "Hello." }]);
    }
    expect(plain.api.rejected).toEqual([
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      "Encrypted content is not supported with this model.",
    ]);
    expect(plain.traces.at(-1)).toMatchObject({
      withheld: expect.arrayContaining(["include", "reasoning"]),
      warnings: [],
    });

    const reasoning = await start(() => ({ text: "Hello." }));
    const warm = { ...request, temperature: 0.5 };
    expect((await askMessages(reasoning.anthropic, warm, isStreaming)).content).toMatchObject([{ text: "Hello." }]);
    expect(reasoning.api.accepted[0]?.body).not.toHaveProperty("temperature");
  });

  it("continues without reasoning that the upstream can no longer read", async () => {
    const { anthropic, api } = await start(() => ({ reasoning: "Hm.", text: "So." }));
    const { content } = await askMessages(anthropic, request, isStreaming);
    const [thought] = content as [Anthropic.ThinkingBlock];
    const kept = JSON.parse(
      Buffer.from(thought.signature.slice("toolcrib.r1.".length), "base64url").toString(),
    ) as object;
    const stale = Buffer.from(JSON.stringify({ ...kept, encrypted: "gAAAAstale" })).toString("base64url");
    const changed = [
      { ...thought, signature: `toolcrib.r1.${stale}` },
      ...content.slice(1),
    ] as Anthropic.ContentBlockParam[];
    const messages = [...question, { role: "assistant" as const, content: changed }, ...question];
    const answer = await askMessages(anthropic, { ...request, messages }, isStreaming);

    expect(answer.content).toMatchObject([{ type: "thinking" }, { text: "So." }]);
    expect(api.rejected).toEqual([expect.stringContaining("could not be verified")]);
    expect(JSON.stringify(api.accepted[1]?.body.input)).not.toContain("reasoning");
  });

  it("gets an error that names what the upstream has no counterpart for", async () => {
    const { anthropic, api } = await start(() => ({ text: "Hello." }));

    await expect(askMessages(anthropic, { ...request, stop_sequences: ["x"] }, isStreaming)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("stop_sequences"),
    });
    expect(api.accepted).toEqual([]);
  });
});

it("counts tokens where the upstream does", async () => {
  const { anthropic } = await start(() => ({}));

  expect((await anthropic.messages.countTokens({ model: "gpt", messages: question })).input_tokens).toBeGreaterThan(5);
});

describe.each([false, true])("the OpenAI SDK with a Responses upstream, streaming %s", (isStreaming) => {
  type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming;
  const ask = (client: OpenAI, params: Params) =>
    isStreaming
      ? client.responses.stream({ ...params, stream: true }).finalResponse()
      : client.responses.create(params);
  const tools: OpenAI.Responses.Tool[] = [
    {
      type: "function",
      name: "Bash",
      description: "Runs.",
      parameters: { type: "object", properties: {} },
      strict: false,
    },
    {
      type: "custom",
      name: "apply_patch",
      description: "Edits.",
      format: { type: "grammar", syntax: "lark", definition: "start: x" },
    },
    { type: "web_search" },
    {
      type: "namespace",
      name: "mcp__desk",
      description: "The help desk.",
      tools: [
        {
          type: "function",
          name: "create_ticket",
          description: "Creates a ticket.",
          parameters: { type: "object", properties: {} },
          strict: false,
        },
      ],
    },
  ];
  const inject: Partial<GatewayConfig> = { inject: "always", loader: "bridge" };

  it("keeps grammars, hosted tools, free-form calls and thoughts while the gateway searches for it", async () => {
    const { openai, api } = await start(
      ({ input }) =>
        input.some(({ type }) => type === "custom_tool_call_output")
          ? { text: "Done." }
          : {
              reasoning: "Search, then patch.",
              items: [
                { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } },
              ],
              calls: [{ name: "apply_patch", input: 'say "hi"\n' }],
            },
      { route: inject },
    );
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Patch it." }];
    const params: Params = { model: "gpt", tools, input, store: false, include: ["reasoning.encrypted_content"] };
    const first = await ask(openai, params);
    expect(first.output).toMatchObject([
      { type: "reasoning", id: "rs_1_0", encrypted_content: expect.stringMatching(/^gAAAA/) },
      { type: "web_search_call", id: "ws_1", action: { query: "x" } },
      { type: "custom_tool_call", id: "ctc_1_0", call_id: "call_1_0", name: "apply_patch", input: 'say "hi"\n' },
    ]);
    const result = { type: "custom_tool_call_output" as const, call_id: "call_1_0", output: "Patched." };
    const second = await ask(openai, {
      ...params,
      input: [...input, ...(first.output as OpenAI.Responses.ResponseInputItem[]), result],
    });

    expect(second.output_text).toBe("Done.");
    expect(api.rejected).toEqual([]);
    expect(api.accepted[0]?.body.tools?.slice(0, 3)).toEqual(tools.slice(0, 3));
    expect(api.accepted.every(({ prefix }) => prefix.partsLost === 0)).toBe(true);
  });

  it("W-R32: answers a search of its own where the upstream loads what the client finds", async () => {
    const search = {
      type: "tool_search",
      execution: "client",
      description: "Finds tools.",
      parameters: { type: "object", properties: { query: { type: "string" } } },
    } as unknown as OpenAI.Responses.Tool;
    const found = { ...(tools[0] as object), name: "create_ticket", defer_loading: true };
    const call = {
      type: "tool_search_call",
      id: "tsc_1",
      call_id: "call_find",
      execution: "client",
      status: "completed",
      arguments: { query: "ticket" },
    };
    const { openai, api, traces } = await start(
      ({ input }) => {
        if (input.some(({ type }) => type === "function_call_output")) return { text: "Created." };
        return input.some(({ type }) => type === "tool_search_output")
          ? { calls: [{ name: "create_ticket", arguments: { title: "x" } }] }
          : { items: [call] };
      },
      { route: { loader: "native" } },
    );
    const input = [{ role: "user", content: "Create a ticket." }] as OpenAI.Responses.ResponseInputItem[];
    const params = { model: "gpt", tools: [tools[0] as OpenAI.Responses.Tool, search], store: false };
    const output = {
      type: "tool_search_output",
      call_id: "call_find",
      execution: "client",
      status: "completed",
      tools: [found],
    } as unknown as OpenAI.Responses.ResponseInputItem;
    const next = async (more: readonly object[]): Promise<OpenAI.Responses.Response> => {
      input.push(...(more as OpenAI.Responses.ResponseInputItem[]));
      const answer = await ask(openai, { ...params, input });
      // The SDK's stream adds a field of its own, which the API does not accept.
      const items = answer.output.map(
        ({ parsed_arguments: _parsed, ...item }: object & { parsed_arguments?: unknown }) => item,
      );
      input.push(...(items as OpenAI.Responses.ResponseInputItem[]));
      return answer;
    };

    expect((await next([])).output).toEqual([call]);
    const [called] = (await next([output])).output;
    expect(called).toMatchObject({ type: "function_call", name: "create_ticket", arguments: '{"title":"x"}' });
    const result = { type: "function_call_output", call_id: "call_2_0", output: "Ticket 7." };
    expect((await next([result])).output_text).toBe("Created.");

    expect(api.rejected).toEqual([]);
    expect(api.accepted.map(({ body }) => body.tools)).toEqual(Array(3).fill(params.tools));
    expect(api.accepted[2]?.body.input).toEqual(input.slice(0, -1));
    expect(api.accepted.map(({ prefix }) => prefix.partsLost)).toEqual([0, 0, 0]);
    expect(traces).toHaveLength(3);
  });

  it("continues a response that the gateway has kept, and one that the upstream keeps", async () => {
    const { openai, api } = await start(({ input }) => ({ text: `Answer ${input.length}.` }), { route: inject });
    const first = await ask(openai, { model: "gpt", tools, input: "One." });
    const second = await ask(openai, { model: "gpt", tools, input: "Two.", previous_response_id: first.id });

    expect(second).toMatchObject({ output_text: "Answer 3.", store: true, previous_response_id: first.id });
    expect(api.accepted.map(({ body }) => [body.store, body["previous_response_id"]])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
    await expect(
      ask(openai, { model: "gpt", input: "x", previous_response_id: "resp_of_upstream" }),
    ).rejects.toMatchObject({
      code: "previous_response_not_found",
      message: expect.stringContaining("Previous response with id 'resp_of_upstream' not found."),
    });
  });

  it("is given the upstream's own error", async () => {
    const { openai } = await start(() => ({}));
    const params = {
      model: "gpt",
      input: [{ type: "function_call_output", call_id: "call_x", output: "y" }],
    } as Params;

    await expect(ask(openai, params)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("No tool call found for function call output with call_id call_x."),
    });
  });
});

describe("rules for tools", () => {
  const bash = {
    type: "function" as const,
    name: "Bash",
    parameters: { type: "object", properties: {} },
    strict: false,
  };
  const route: Partial<GatewayConfig> = { settings: { policy: [{ name: "Bash", action: "deny" }] } };

  it.each([
    ["a response that the upstream keeps", { previous_response_id: "resp_1" }],
    ["an item that the upstream keeps", { input: [{ type: "item_reference" as const, id: "msg_1" }] }],
    ["a tool of the same name", { tools: [bash, bash] }],
    ["a tool that the upstream runs", { tools: [bash, { type: "web_search" as const }] }],
  ])("are not circumvented by %s", async (_how, more) => {
    const { openai, api } = await start(() => ({ text: "Hello." }), { route });
    const refused = openai.responses.create({ model: "gpt", tools: [bash], input: "Hi.", ...more });

    await expect(refused).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("rules apply to tools"),
    });
    expect(api.accepted).toEqual([]);
  });

  it("hide tools of clients that speak the upstream's API", async () => {
    const { openai, api } = await start(() => ({ text: "Hello." }), { route });
    const tools = [bash, { ...bash, name: "look" }];
    await openai.responses.create({ model: "gpt", tools, input: "Hi." });

    expect(api.accepted[0]?.body.tools).toEqual([tools[1]]);
  });
});
