import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mutated, mutatedJson } from "../../../../scripts/test/mutated-json.ts";
import { eventsOfMessage } from "../answer/whole-message.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway } from "../server/gateway.ts";
import { answerOf, chatChunk, chatCompletion, startLenientUpstream } from "../testing/lenient-upstream.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const problems: string[] = [];
let gateway: Gateway;
/** What the hostile upstream says next. */
let hostileAnswer = "";

beforeAll(async () => {
  const upstream = await startLenientUpstream(() => hostileAnswer);
  const lenient = await startLenientUpstream();
  closers.push(
    () => upstream.close(),
    () => lenient.close(),
  );
  gateway = await createGateway(
    {
      upstreams: {
        messages: { dialect: "anthropic", url: lenient.url },
        chat: { dialect: "openai", url: `${lenient.url}/v1` },
        hostile: { dialect: "anthropic", url: upstream.url },
        hostileChat: { dialect: "openai", url: `${upstream.url}/v1` },
      },
      routes: [
        { model: "native", upstream: "messages", loader: "native" },
        { model: "bridge", upstream: "messages", loader: "bridge" },
        { model: "append", upstream: "messages", loader: "append" },
        { model: "eager", upstream: "messages", loader: "eager" },
        { model: "chat", upstream: "chat" },
        { model: "injected", upstream: "messages", inject: "always", loader: "bridge" },
        { model: "hostile", upstream: "hostile", loader: "bridge" },
        { model: "hostile-chat", upstream: "hostileChat", loader: "bridge" },
        { model: "*", upstream: "messages" },
      ],
      retries: { attempts: 0 },
      trace: { captureContent: true },
    },
    {
      reportProblem: (problem, error) => problems.push(`${problem}: ${(error as Error | undefined)?.stack}`),
      findMcpServer: (name) => (name === "cal" ? calendar : undefined),
    },
  );
  closers.push(() => gateway.close());
});
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const calendar = {
  listTools: async () => [{ name: "list", description: "Lists events.", inputSchema: { type: "object" } }],
  callTool: async () => ({ content: [{ type: "text", text: "none" }], isError: false }),
};

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const tools = [
  { name: "Bash", description: "Runs.", input_schema: schema, cache_control: { type: "ephemeral" } },
  { name: "ToolSearch", description: "Finds tools.", input_schema: { type: "object", properties: {} } },
  { name: "get_weather", description: "Weather.", input_schema: schema, defer_loading: true },
  { name: "mcp__a__b", description: "Does.", input_schema: schema, defer_loading: true, strict: true },
];
const serverSearch = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
const toolset = {
  type: "mcp_toolset",
  mcp_server_name: "cal",
  default_config: { enabled: true, defer_loading: true },
  configs: { list: { enabled: true } },
  tools: [{ name: "list", description: "Lists.", input_schema: schema }],
};
const reference = { type: "tool_reference", tool_name: "get_weather" };
const talk = [
  { role: "user", content: "How is the weather in Oslo?" },
  { role: "system", content: "Deferred tools: get_weather" },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "weather" }, caller: { type: "direct" } },
    ],
  },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [reference, { type: "text", text: "x" }],
        is_error: false,
      },
      { type: "text", text: "Go on.", cache_control: { type: "ephemeral" } },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: { query: "weather" } },
      {
        type: "tool_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: { type: "tool_search_tool_search_result", tool_references: [reference] },
      },
      { type: "mcp_tool_listing", mcp_server_name: "cal", tools: [{ name: "list", input_schema: schema }] },
      { type: "mcp_tool_use", id: "mcptoolu_1", name: "list", server_name: "cal", input: {} },
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [{ type: "text", text: "t" }] },
      {
        type: "compaction",
        content: "So far.",
        tool_changes: [{ type: "tool_addition", tool: { type: "tool_reference", name: "get_weather" } }],
      },
    ],
  },
  { role: "user", content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } }] },
  {
    role: "system",
    content: [
      {
        type: "tool_addition",
        tool: { type: "tool_definition", definition: { name: "late", description: "x", input_schema: schema } },
      },
    ],
  },
  { role: "assistant", content: [{ type: "tool_use", id: "toolu_2", name: "get_weather", input: { city: "Oslo" } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "Rain." }] },
];
const body = {
  model: "bridge",
  max_tokens: 100,
  stream: false,
  system: [{ type: "text", text: "You are.", cache_control: { type: "ephemeral" } }],
  messages: talk,
  tools,
  tool_choice: { type: "auto", disable_parallel_tool_use: false },
  metadata: { user_id: "u" },
  thinking: { type: "enabled", budget_tokens: 50 },
};
const models = ["native", "bridge", "append", "eager", "chat", "injected"];
const plain = { ...body, tools: tools.map((tool) => ({ ...tool, defer_loading: undefined })) };
const searching = { ...body, tools: [...tools, serverSearch], messages: talk.slice(0, 5) };
const withToolset = {
  ...body,
  tools: [tools[0], toolset],
  mcp_servers: [{ type: "url", name: "cal", tool_configuration: { enabled: true, allowed_tools: ["list"] } }],
  messages: talk.slice(0, 1),
};
const samples: readonly object[] = [
  body,
  plain,
  searching,
  withToolset,
  { ...body, stream: true },
  { ...searching, stream: true },
];
const bodies = mutatedJson(...samples);

async function post(json: string, path = "/v1/messages"): Promise<Response> {
  return gateway.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" },
    body: json,
  });
}

/** The answer is one of the API's kind, and nothing was reported as a mistake of the gateway. */
async function expectAnswered(response: Response, statuses: readonly number[]): Promise<string> {
  const text = await response.text();
  expect({ status: response.status, problems: problems.splice(0) }).toEqual({
    status: expect.toSatisfy((status: number) => statuses.includes(status)),
    problems: [],
  });
  if (response.status !== 200) {
    const { type, error } = JSON.parse(text) as { type: string; error: { type: string; message: string } };
    expect([type, typeof error.message]).toEqual(["error", "string"]);
    if (response.status === 400) expect(error.type).toBe("invalid_request_error");
  }
  return text;
}

const pass = (part: object): object => ({
  ...body,
  messages: [...talk.slice(0, 3), { role: "user", content: [part] }],
});
const said = (part: object): object => ({
  ...body,
  messages: [talk[0], { role: "assistant", content: [part] }, talk[0]],
});
const answered = (content: unknown): object => pass({ type: "tool_result", tool_use_id: "toolu_1", content });
const found = (content: unknown): object =>
  said({ type: "tool_search_tool_result", tool_use_id: "srvtoolu_1", content });
const toolsets = (fields: object): object => ({ ...withToolset, tools: [tools[0], { ...toolset, ...fields }] });

describe("what is no request gets the API's kind of answer", () => {
  it.each([
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got null", answered(null)],
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got an object", answered({})],
    ["messages.3.content.0.content.0: Input should be an object, got null", answered([null])],
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got 5", answered(5)],
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got false", answered(false)],
    ["messages.1.content.0.content.tool_references: Input should be an array, got 5", found({ tool_references: 5 })],
    [
      "messages.1.content.0.content.tool_references[0].tool_name: Input should be a string, got undefined",
      found({ tool_references: [{ type: "tool_reference" }] }),
    ],
    ["messages.1.content.0.id: Input should be a string, got undefined", said({ type: "mcp_tool_use" })],
    ["messages.1.content.0.tool_use_id: Input should be a string, got undefined", said({ type: "mcp_tool_result" })],
    ["tools.1: expected tools to be an array of tools with names, got 5", toolsets({ tools: 5 })],
    ["tools.1: expected configs to be an object of objects, got an array of length 0", toolsets({ configs: [] })],
    ["metadata: Input is nested too deeply", { ...body, metadata: nested(2_000) }],
  ])("%s", async (message, sent) => {
    const text = await expectAnswered(await post(JSON.stringify(sent)), [400]);

    expect(JSON.parse(text).error.message).toBe(message.replace(/\[(\d+)\]/g, ".$1"));
  });
});

describe("any JSON gets an answer of the API's kind, never an internal error", () => {
  it.each(models)("where nothing is wrong, on the route %s", async (model) => {
    for (const sample of samples) await expectAnswered(await post(JSON.stringify({ ...sample, model })), [200]);
  });

  it.each(models)("as a body, on the route %s", async (model) => {
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), async ({ json }, isCount) => {
        const sent = json.replace('"model":"bridge"', `"model":"${model}"`);
        const response = await post(sent, isCount ? "/v1/messages/count_tokens" : undefined);
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        await expectAnswered(response, [200, 400, 404]);
      }),
      { numRuns },
    );
    expect(Math.min(counts.get(200) ?? 0, counts.get(400) ?? 0)).toBeGreaterThan(numRuns / 20);
  });

  it.each([true, false])("as the answer of an upstream, streaming %s", async (stream) => {
    const message = answerOf("m", [
      { type: "thinking", thinking: "hm", signature: "s" } as never,
      { type: "text", text: "Well." } as never,
      { type: "tool_use", id: "toolu_up", name: "call_tool", input: { name: "get_weather", arguments: {} } } as never,
    ]);
    const answers = stream ? mutatedJson<unknown>([...eventsOfMessage(message)]) : mutatedJson<unknown>(message);
    await askHostile("hostile", stream, answers, streamOf);
  });

  it.each([true, false])("as the answer of a chat upstream, streaming %s", async (stream) => {
    const search = { function: { name: "ToolSearch" } } as never;
    const completion = chatCompletion({ model: "m", messages: [], tools: [search] });
    const answers = mutatedJson<unknown>(stream ? chatChunk(completion) : completion);
    await askHostile("hostile-chat", stream, answers, (chunk) => `data: ${write(chunk)}\n\ndata: [DONE]\n\n`);
  });
});

async function askHostile(
  model: string,
  stream: boolean,
  answers: fc.Arbitrary<Mutated<unknown>>,
  writeStream: (value: unknown) => string,
): Promise<void> {
  const asked = JSON.stringify({ ...body, model, stream, messages: talk.slice(0, 4) });
  await fc.assert(
    fc.asyncProperty(answers, async ({ json }) => {
      hostileAnswer = stream ? writeStream(JSON.parse(json)) : json;
      await expectAnswered(await post(asked), [200, 502]);
    }),
    { numRuns },
  );
}

/** Events as a stream, each written anew where it can be. */
function streamOf(events: unknown): string {
  if (!Array.isArray(events)) return `data: ${write(events)}\n\n`;
  return events
    .map((event: { readonly type?: unknown } | null) => {
      const name = typeof event?.type === "string" ? event.type : "odd";
      return `event: ${name}\ndata: ${write(event)}\n\n`;
    })
    .join("");
}

function write(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return `${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}`;
  }
}

function nested(levels: number): unknown {
  return JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
}
