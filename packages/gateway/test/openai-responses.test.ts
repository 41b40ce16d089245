import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import type { AnswerMessage } from "../src/contracts/inner-form.ts";
import { createResponsesDialect, responsesDialect } from "../src/dialects/openai/responses/responses-dialect.ts";
import { eventsOfMessage } from "../src/inner-form/whole-message.ts";
import { bashTool, invoiceCall, invoiceTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { fullRequest, parseResponses } from "../src/testing/responses/sample-requests.ts";
import { type ScriptedModels, searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;

const paid = "Invoice 7 is paid.";
const model = searchThenCall({
  search: { query: "invoice" },
  wanted: { name: invoiceTool.name, input: invoiceCall.input },
  result: paid,
  lastWords: "It is paid.",
});
const member = (name: string, description: string, parameters: object): OpenAI.Responses.FunctionTool => ({
  type: "function",
  name,
  description,
  parameters: parameters as Record<string, unknown>,
  strict: false,
});
const verbs = ["create", "list", "close", "export", "share"];
const nouns = ["branch", "ticket", "meeting", "song", "recipe", "flight"];
const schema = { type: "object", properties: { id: { type: "string" } } };
/** As Codex sends MCP servers: each is a namespace. */
const tools: OpenAI.Responses.Tool[] = [
  member(bashTool.name, bashTool.description, bashTool.input_schema),
  ...nouns.map((noun): OpenAI.Responses.NamespaceTool => {
    const members = verbs.map((verb) => member(`${verb}_${noun}`, `Use it to ${verb} a ${noun}.`, schema));
    return { type: "namespace", name: `mcp__${noun}s`, description: `All about ${noun}s.`, tools: members };
  }),
  {
    type: "namespace",
    name: "mcp__billing",
    description: "Invoices and refunds.",
    tools: [member("get_invoice", invoiceTool.description, invoiceTool.input_schema)],
  },
];
const question: Item[] = [
  { role: "developer", content: "You are an agent." },
  { role: "user", content: "Is invoice 7 paid?" },
];
const base = { model: "some-model", input: question, tools, store: false } satisfies Request;

async function start(dialect: StrictDialect, models: ScriptedModels = model) {
  const upstream = await startStrictUpstream(dialect, models);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, inject: "always", loader: "bridge" });
  closers.push(upstream.close, gateway.close);
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
  return { upstream, gateway, client };
}

/** Asks, whole or as a stream that the SDK puts together and checks. */
function ask(client: OpenAI, request: Request, isStreaming: boolean): Promise<OpenAI.Responses.Response> {
  return isStreaming
    ? client.responses.stream({ ...request, stream: true }).finalResponse()
    : client.responses.create(request);
}

describe.each<[StrictDialect]>([["anthropic"], ["openai-chat"], ["openai-responses"]])(
  "the openai SDK with an upstream of %s",
  (dialect) => {
    it.each([false, true])("W-R1: calls a tool that an injected search found, streaming %s", async (isStreaming) => {
      const { upstream, client } = await start(dialect);
      const first = await ask(client, base, isStreaming);
      expect(first).toMatchObject({
        object: "response",
        status: "completed",
        output: [{ type: "function_call", namespace: "mcp__billing", name: "get_invoice", status: "completed" }],
      });
      const [call] = first.output as OpenAI.Responses.ResponseFunctionToolCall[];
      expect(JSON.parse(call?.arguments ?? "")).toEqual(invoiceCall.input);

      const output = [{ type: "input_text" as const, text: paid }];
      const result: Item = { type: "function_call_output", call_id: call?.call_id ?? "", output };
      const second = await ask(
        client,
        { ...base, input: [...question, ...(first.output as Item[]), result] },
        isStreaming,
      );

      expect(second.output_text).toBe("It is paid.");
      expect(second.usage?.total_tokens).toBeGreaterThan(0);
      expect(upstream.rejected).toEqual([]);
      // The search stays inside: two requests of the client, three of the model, and the first of them without the definition.
      expect(upstream.bodies).toHaveLength(3);
      expect(JSON.stringify(upstream.bodies[0])).not.toContain(invoiceTool.description);
      const lost = upstream.readings.slice(1).map(({ partsLost }) => partsLost);
      expect(lost).toEqual([0, 0]);
    });
  },
);

/** A client whose requests are all answered with this stream. */
function clientOf(stream: string): OpenAI {
  const headers = { "content-type": "text/event-stream" };
  return new OpenAI({ apiKey: "key", maxRetries: 0, fetch: async () => new Response(stream, { headers }) });
}

describe("the openai SDK", () => {
  const request = parseResponses(fullRequest);
  const blocks = [
    { type: "thinking", thinking: "Hm.", signature: "s" },
    { type: "redacted_thinking", data: "d" },
    { type: "text", text: "Let me see." },
    { type: "tool_use", id: "toolu_1", name: "mcp__desk__create_ticket", input: { id: 7 } },
    { type: "tool_use", id: "toolu_2", name: "apply_patch", input: { input: "*** Begin" } },
  ];
  const answer = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "some-model",
    content: blocks,
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 5 },
  } as unknown as AnswerMessage;
  const stream = (client: OpenAI) => client.responses.stream({ model: "m", input: "Hi", stream: true });

  it("assembles a stream with every kind of item into the same response as without streaming", async () => {
    const dialect = createResponsesDialect({ createId: () => "1" });
    const encoder = dialect.createStreamEncoder(request);
    const written = [...eventsOfMessage(answer)].map((event) => encoder.encode(event)).join(encoder.ping());
    const { output, output_text: text } = await stream(clientOf(written)).finalResponse();
    const whole = dialect.encodeAnswer(answer, request) as OpenAI.Responses.Response;

    expect(output).toMatchObject(whole.output);
    expect(text).toBe("Let me see.");
  });

  it("W-R8: reads a stream that breaks off as a response that failed", async () => {
    const encoder = responsesDialect.createStreamEncoder(request);
    const begun = [...eventsOfMessage(answer)].slice(0, 4).map((event) => encoder.encode(event));
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } as const;
    const events = stream(clientOf(begun.join("") + encoder.error(error, "req_1")));
    const failed = new Promise((resolve) => events.on("response.failed", ({ response }) => resolve(response)));

    expect(await failed).toMatchObject({ status: "failed", error: { message: "Overloaded" } });
  });

  it.each([false, true])("W-R11: sends the model its own reasoning back, streaming %s", async (isStreaming) => {
    const thought = { type: "thinking", thinking: "I should look.", signature: "c2lnbmVk" };
    const { upstream, client } = await start("anthropic", {
      ...model,
      messages: (body, requestNumber) =>
        requestNumber === 1
          ? [thought, { type: "tool_use", id: "toolu_1", name: bashTool.name, input: { command: "ls" } }]
          : [{ type: "text", text: `${body.messages.length} messages` }],
    });
    const thinking: Request = { ...base, reasoning: { effort: "low" }, include: ["reasoning.encrypted_content"] };
    const first = await ask(client, thinking, isStreaming);
    expect(first.output).toMatchObject([
      { type: "reasoning", summary: [{ text: thought.thinking }] },
      { type: "function_call", name: bashTool.name },
    ]);
    const result: Item = { type: "function_call_output", call_id: "toolu_1", output: "a.txt" };
    const input = [...question, ...(first.output as Item[]), result];
    const second = await ask(client, { ...thinking, input }, isStreaming);

    expect(second.output_text).toBe("3 messages");
    expect(upstream.rejected).toEqual([]);
    expect(upstream.bodies[1]).toMatchObject({
      max_tokens: 32_000,
      thinking: { type: "adaptive" },
      output_config: { effort: "low" },
      messages: [{ role: "user" }, { role: "assistant", content: [thought, { type: "tool_use" }] }, { role: "user" }],
    });
  });

  it("W-R9: reads what cannot be translated, and a response that is not stored, as OpenAI's errors", async () => {
    const { client } = await start("anthropic");
    const failure = (request: Request) => client.responses.create(request).then(undefined, (error: unknown) => error);

    expect(await failure({ ...base, tools: [{ type: "computer" }] })).toMatchObject({
      status: 400,
      code: "unsupported_parameter",
      param: "tools[0].type",
      message: expect.stringContaining("'tools[0] of type computer' is not supported"),
    });
    expect(await failure({ ...base, previous_response_id: "resp_1" })).toMatchObject({
      status: 400,
      code: "previous_response_not_found",
      param: "previous_response_id",
    });
  });

  it("counts tokens and lists models", async () => {
    const { client } = await start("anthropic");
    const { input_tokens: tokens } = await client.responses.inputTokens.count({ model: "m", input: "Hi", tools });
    expect(tokens).toBeGreaterThan(0);
    const models = await client.models.list();
    expect(models.object).toBe("list");
  });
});
