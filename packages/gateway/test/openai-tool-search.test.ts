import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { bashTool, invoiceCall, invoiceTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type Loader = "bridge" | "native" | "append";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const member = (name: string, description: string, parameters: object, fields: object = {}) =>
  ({ type: "function", name, description, parameters, strict: false, ...fields }) as OpenAI.Responses.FunctionTool;
const schema = { type: "object", properties: { id: { type: "string" } } };
const shell = member(bashTool.name, bashTool.description, bashTool.input_schema);
const getInvoice = member("get_invoice", invoiceTool.description, invoiceTool.input_schema, { defer_loading: true });
const billing: OpenAI.Responses.NamespaceTool = {
  type: "namespace",
  name: "mcp__billing",
  description: "Invoices and refunds.",
  tools: [getInvoice, member("list_refunds", "Lists refunds.", schema, { defer_loading: true })],
};
const desk: OpenAI.Responses.NamespaceTool = {
  type: "namespace",
  name: "mcp__desk",
  description: "Help desk tools.",
  tools: [member("create_ticket", "Creates a ticket.", schema, { defer_loading: true })],
};
const question: Item[] = [{ role: "user", content: "Is invoice 7 paid?" }];
const invoiceArguments = JSON.stringify(invoiceCall.input);

/** A model that searches, calls what it finds, and says the last words. */
async function start(dialect: StrictDialect, loader: Loader, wanted = "mcp__billing__get_invoice") {
  const model = searchThenCall({
    search: { query: "invoice" },
    wanted: { name: wanted, input: invoiceCall.input },
    result: "Invoice 7 is paid.",
    lastWords: "It is paid.",
  });
  const upstream = await startStrictUpstream(dialect, model);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
  closers.push(upstream.close, gateway.close);
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
  return { upstream, client, traces: gateway.traces };
}

function ask(client: OpenAI, request: Request, isStreaming: boolean): Promise<OpenAI.Responses.Response> {
  return isStreaming
    ? client.responses.stream({ ...request, stream: true }).finalResponse()
    : client.responses.create(request);
}

const result = (output: readonly object[]): Item[] =>
  (output as readonly { type: string; call_id: string }[])
    .filter(({ type }) => type === "function_call")
    .map(({ call_id }) => ({
      type: "function_call_output",
      call_id,
      output: [{ type: "input_text", text: "Invoice 7 is paid." }],
    }));

const setups: readonly (readonly [StrictDialect, Loader, boolean])[] = [
  ["anthropic", "bridge", false],
  ["anthropic", "bridge", true],
  ["anthropic", "native", false],
  ["anthropic", "native", true],
  ["anthropic", "append", false],
  ["openai-chat", "bridge", false],
  ["openai-chat", "bridge", true],
  ["openai-responses", "bridge", false],
  ["openai-responses", "bridge", true],
];

describe.each(setups)("tool search on %s over the %s loader (streaming: %s)", (dialect, loader, isStreaming) => {
  const lost = (upstream: { readonly readings: readonly { readonly partsLost: number }[] }) =>
    upstream.readings.slice(1).map(({ partsLost }) => partsLost);
  const keepsPrefix = loader !== "append";

  it("W-R13: is answered by the gateway, with its call, what it found and the call of it, in order", async () => {
    const { client, upstream, traces } = await start(dialect, loader);
    const base: Request = {
      model: "m",
      input: question,
      tools: [shell, desk, billing, { type: "tool_search" }],
      store: false,
    };
    const first = await ask(client, base, isStreaming);

    expect(first.output).toMatchObject([
      {
        type: "tool_search_call",
        execution: "server",
        call_id: null,
        status: "completed",
        arguments: { query: "invoice" },
      },
      {
        type: "tool_search_output",
        execution: "server",
        call_id: null,
        status: "completed",
        tools: [
          {
            type: "namespace",
            name: "mcp__billing",
            description: "Invoices and refunds.",
            tools: expect.arrayContaining([getInvoice]),
          },
        ],
      },
      { type: "function_call", namespace: "mcp__billing", name: "get_invoice", arguments: invoiceArguments },
    ]);
    const replayed = [...question, ...(first.output as Item[]), ...result(first.output)];
    const second = await ask(client, { ...base, input: replayed }, isStreaming);

    expect(second.output_text).toBe("It is paid.");
    expect(upstream.rejected).toEqual([]);
    expect(JSON.stringify(upstream.bodies[0])).toContain("mcp__desk: Help desk tools.");
    expect(traces[0]?.searches).toMatchObject([{ kind: "server", ranker: "hybrid" }]);
    if (keepsPrefix) expect(lost(upstream)).toEqual([0, 0]);
  });

  it("W-R14: goes to a client that answers it itself, and its output loads tools that were nowhere before", async () => {
    const { client, upstream } = await start(dialect, loader);
    const search: OpenAI.Responses.ToolSearchTool = {
      type: "tool_search",
      execution: "client",
      description: "# Tool discovery\n- billing: Invoices.",
      parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
    };
    const base: Request = { model: "m", input: question, tools: [shell, search], store: false };
    const first = await ask(client, base, isStreaming);
    expect(first.output).toMatchObject([
      { type: "tool_search_call", execution: "client", call_id: expect.any(String), arguments: { query: "invoice" } },
    ]);
    const [{ call_id }] = first.output as unknown as [{ call_id: string }];
    const found = {
      type: "tool_search_output",
      id: "tso_1",
      call_id,
      execution: "client",
      status: "completed",
      tools: [billing],
    };
    const afterSearch = [...question, ...(first.output as Item[]), found as Item];
    const second = await ask(client, { ...base, input: afterSearch }, isStreaming);
    expect(second.output).toMatchObject([{ type: "function_call", namespace: "mcp__billing", name: "get_invoice" }]);

    const input = [...afterSearch, ...(second.output as Item[]), ...result(second.output)];
    expect((await ask(client, { ...base, input }, isStreaming)).output_text).toBe("It is paid.");
    expect(upstream.rejected).toEqual([]);
    if (keepsPrefix) expect(lost(upstream)).toEqual([0, 0]);
  });

  it("W-R15: takes a client's empty answer", async () => {
    const { client, upstream } = await start(dialect, loader);
    const search: OpenAI.Responses.ToolSearchTool = { type: "tool_search", execution: "client" };
    const call: Item = { type: "tool_search_call", call_id: "c1", execution: "client", arguments: { query: "x" } };
    const input = [
      ...question,
      call,
      { type: "tool_search_output", call_id: "c1", execution: "client", tools: [] } as Item,
    ];
    const response = await ask(client, { model: "m", input, tools: [shell, search], store: false }, isStreaming);

    expect(response.output[0]?.type).toBe("tool_search_call");
    expect(upstream.rejected).toEqual([]);
  });

  it("W-R16: loads a top-level function under its own name as its namespace", async () => {
    const { client, upstream } = await start(dialect, loader, "get_invoice");
    const base: Request = {
      model: "m",
      input: question,
      tools: [shell, getInvoice, { type: "tool_search" }],
      store: false,
    };
    const first = await ask(client, base, isStreaming);
    expect(first.output.at(-1)).toMatchObject({ type: "function_call", namespace: "get_invoice", name: "get_invoice" });

    const replayed = [...question, ...(first.output as Item[]), ...result(first.output)];
    expect((await ask(client, { ...base, input: replayed }, isStreaming)).output_text).toBe("It is paid.");
    expect(upstream.rejected).toEqual([]);
  });

  it.each([
    ["at the beginning", (tools: Item) => [tools, ...question]],
    [
      "in the middle",
      (tools: Item) => [...question, { role: "assistant", content: "Wait." } as Item, tools, ...question],
    ],
    [
      "as the output of no search",
      ({ tools }: { tools?: unknown }) => [
        ...question,
        { type: "tool_search_output", call_id: "gone", execution: "client", tools } as Item,
      ],
    ],
  ])("W-R17: is not needed for additional tools %s", async (_where, place) => {
    const { client, upstream } = await start(dialect, loader);
    const item = { type: "additional_tools", role: "developer", tools: [shell, eager(billing)] } as Item;
    const input = place(item as never);
    const first = await ask(
      client,
      { model: "m", input, tools: [member("wait", "Waits.", schema)], store: false },
      isStreaming,
    );
    expect(first.output).toMatchObject([{ type: "function_call", namespace: "mcp__billing", name: "get_invoice" }]);

    const replayed = [...input, ...(first.output as Item[]), ...result(first.output)];
    const second = await ask(
      client,
      { model: "m", input: replayed, tools: [member("wait", "Waits.", schema)], store: false },
      isStreaming,
    );
    expect(second.output_text).toBe("It is paid.");
    expect(upstream.rejected).toEqual([]);
  });
});

describe("a client's own search without parameters", () => {
  it("takes names, as OpenAI's does, and lists them for the model", async () => {
    const { client, upstream } = await start("anthropic", "bridge");
    const tools: OpenAI.Responses.Tool[] = [shell, desk, getInvoice, { type: "tool_search", execution: "client" }];
    await client.responses.create({ model: "m", input: question, tools, store: false });

    const { tools: sent } = upstream.bodies[0] as { readonly tools: readonly { name: string; description: string }[] };
    const search = sent.find(({ name }) => name === "tool_search");
    expect(search).toMatchObject({ input_schema: { properties: { paths: { type: "array" } }, required: ["paths"] } });
    expect(search?.description).toContain("- mcp__desk: Help desk tools.");
    expect(search?.description).toContain(`- get_invoice: ${invoiceTool.description}`);
  });
});

describe("a web search that Codex adds by default", () => {
  it("W-R25: is left out, and the answer says so", async () => {
    const { client, upstream, traces } = await start("anthropic", "bridge");
    const request: Request = { model: "m", input: "Hi", tools: [shell, { type: "web_search" }], store: false };
    const { response } = await client.responses.create(request).withResponse();

    expect(response.headers.get("toolcrib-omitted")).toBe("tools[1]");
    expect(traces[0]?.warnings).toContain("tools[1] is left out: other models do not have it.");
    expect(JSON.stringify(upstream.bodies)).not.toContain("web_search");
  });

  it("cannot be forced", async () => {
    const { client } = await start("anthropic", "bridge");
    const request: Request = {
      model: "m",
      input: "Hi",
      tools: [{ type: "web_search" }],
      tool_choice: { type: "web_search_preview" },
    };

    await expect(client.responses.create(request)).rejects.toMatchObject({ status: 400, param: "tool_choice.type" });
  });
});

function eager(namespace: OpenAI.Responses.NamespaceTool): OpenAI.Responses.NamespaceTool {
  const tools = namespace.tools.map(({ defer_loading: _deferred, ...tool }) => tool as OpenAI.Responses.FunctionTool);
  return { ...namespace, tools };
}
