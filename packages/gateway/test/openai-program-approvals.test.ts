import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";
import { asking, callsIn, writesProgram } from "../src/testing/openai/program-items.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type Output = OpenAI.Responses.Response["output"];

const closers = useClosers();
const start = useOpenAiGateway();
const question = { role: "user", content: "What time is it?" } as Item;

/** An MCP server that asks before it sets an alarm, and the calls that reach it. */
async function startClock() {
  const calls: string[] = [];
  const inputSchema = { type: "object", properties: { zone: { type: "string" } } };
  const readOnly = { annotations: { readOnlyHint: true } };
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "clock", version: "1" },
    },
    "tools/list": {
      tools: [
        { name: "time", inputSchema, ...readOnly },
        { name: "alarm", inputSchema },
        { name: "note", inputSchema },
      ],
    },
    "tools/call": { content: [{ type: "text", text: "noon" }] },
  };
  const server = await serve((request, bytes, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(bytes.toString()) as {
      id?: number;
      method: string;
      params?: { name?: string; arguments?: { zone?: string } };
    };
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/call") calls.push(`${params?.name} ${params?.arguments?.zone}`);
    const result = results[method];
    response.writeHead(200, { "content-type": "application/json" });
    const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  closers.push(server.close);
  const tool = {
    type: "mcp",
    server_label: "clock",
    server_url: `${server.url}/mcp`,
    allowed_callers: ["programmatic"],
    require_approval: { always: { tool_names: ["alarm"] } },
  } as OpenAI.Responses.Tool.Mcp;
  return { calls, url: server.url, tool };
}

describe.each([false, true])(
  "a program that calls tools of an MCP server of the request (streaming %s)",
  (isStreaming) => {
    const wakeUp = `const now = await tools.clock_time({ zone: "UTC" });
  const alarm = await tools.clock_alarm({ zone: "UTC" }).catch(({ message }) => message);
  return [now, alarm];`;

    it("makes no call twice when it waits again after calls of its own", async () => {
      const twice = `const said = [];
    for (const zone of ["UTC", "CET"]) said.push(await tools.clock_time({ zone }), await tools.clock_alarm({ zone }));
    return said.length + " calls";`;
      const { calls, url, tool } = await startClock();
      const { client, rejected } = await start(writesProgram(twice), { mcp: { allowedHosts: [url] } });
      const ask = asking(client, isStreaming);
      const request = { model: "m", store: false, tools: [{ type: "programmatic_tool_calling" as const }, tool] };
      const input: Item[] = [question];
      const types: string[][] = [];
      for (;;) {
        const { output } = await ask({ ...request, input: [...input] });
        types.push(output.map(({ type }) => type));
        input.push(...(output as Item[]));
        const asked = output.find(({ type }) => type === "mcp_approval_request");
        if (asked === undefined) break;
        input.push({ type: "mcp_approval_response", approval_request_id: asked.id, approve: true } as Item);
      }

      expect(types).toEqual([
        ["program", "mcp_call", "mcp_approval_request"],
        ["mcp_call", "mcp_call", "mcp_approval_request"],
        ["mcp_call", "program_output", "message"],
      ]);
      expect(calls).toEqual(["time UTC", "alarm UTC", "time CET", "alarm CET"]);
      expect(rejected).toEqual([]);
    });

    it.each([true, false])("suspends at a call that needs approval until the client decides: %s", async (approve) => {
      const { calls, url, tool } = await startClock();
      const { client, rejected, bodies } = await start(writesProgram(wakeUp), { mcp: { allowedHosts: [url] } });
      const ask = asking(client, isStreaming);
      const request: Request = {
        model: "m",
        store: false,
        tools: [{ type: "programmatic_tool_calling" }, tool],
        input: [question],
      };
      const first = await ask(request);

      expect(first.output).toMatchObject([
        { type: "program" },
        { type: "mcp_call", name: "time", output: "noon", status: "completed" },
        { type: "mcp_approval_request", server_label: "clock", name: "alarm", arguments: '{"zone":"UTC"}' },
      ]);
      expect(calls).toEqual(["time UTC"]);

      const asked = first.output.at(-1) as OpenAI.Responses.ResponseOutputItem.McpApprovalRequest;
      // Clients leave fields out that they do not know.
      const known = first.output.map(({ ...item }) => {
        delete (item as { caller?: unknown }).caller;
        return item;
      });
      const input = [
        question,
        ...(known as Item[]),
        { type: "mcp_approval_response", approval_request_id: asked.id, approve } as Item,
      ];
      const second = await ask({ ...request, input });

      expect(second.output_text).toContain(approve ? "noon" : "did not approve");
      expect(calls).toEqual(approve ? ["time UTC", "alarm UTC"] : ["time UTC"]);
      expect(second.output.filter(({ type }) => type === "mcp_call")).toMatchObject(
        approve ? [{ name: "alarm", output: "noon", approval_request_id: asked.id }] : [],
      );

      const later = [...input, ...(second.output as Item[]), { role: "user", content: "Sure?" } as Item];
      await ask({ ...request, input: later });
      expect(calls).toHaveLength(approve ? 2 : 1);
      const [before, after] = bodies().slice(-2) as unknown as readonly {
        readonly messages: readonly object[];
      }[];
      expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
      expect(rejected).toEqual([]);
    });
  },
);

describe("the calls of a program that waits for an approval", () => {
  const getOrder = {
    type: "function",
    name: "get_order",
    parameters: { type: "object", properties: { id: { type: "number" } } },
    strict: false,
    allowed_callers: ["programmatic"],
  } as unknown as OpenAI.Responses.FunctionTool;
  const approved = (output: Output): Item[] =>
    output
      .filter(({ type }) => type === "mcp_approval_request")
      .map(({ id }) => ({ type: "mcp_approval_response", approval_request_id: id, approve: true }) as Item);
  const answered = (output: Output): Item[] =>
    callsIn(output).map(({ call_id }) => ({ type: "function_call_output", call_id, output: "5" }) as Item);
  const shown = (output: Output) =>
    output.map((item) => ("name" in item && typeof item.name === "string" ? `${item.type} ${item.name}` : item.type));

  /** Asks until the program has ended. Each round: what the client was shown, and the calls that reached the server, those that read last. */
  async function rounds(code: string) {
    const { calls, url, tool } = await startClock();
    const { client, rejected } = await start(writesProgram(code), { mcp: { allowedHosts: [url] } });
    const tools: OpenAI.Responses.Tool[] = [{ type: "programmatic_tool_calling" }, tool, getOrder];
    const input: Item[] = [question];
    const seen: { readonly shown: readonly string[]; readonly calls: readonly string[] }[] = [];
    for (;;) {
      const { output } = await client.responses.create({ model: "m", store: false, tools, input: [...input] });
      const made = calls.splice(0);
      const isRead = (call: string) => call.startsWith("time");
      seen.push({ shown: shown(output), calls: [...made.filter((call) => !isRead(call)), ...made.filter(isRead)] });
      const next = [...approved(output), ...answered(output)];
      if (next.length === 0) break;
      input.push(...(output as Item[]), ...next);
    }
    expect(rejected).toEqual([]);
    return seen;
  }

  it("keep their order if they change something, and go on if they only read", async () => {
    const code = `return (await Promise.all([
      tools.clock_note({ zone: "before" }), tools.clock_alarm({ zone: "UTC" }), tools.clock_note({ zone: "after" }),
      tools.clock_time({ zone: "CET" }), tools.get_order({ id: 1 }),
    ])).join();`;

    expect(await rounds(code)).toEqual([
      {
        shown: ["program", "mcp_call note", "mcp_call time", "mcp_approval_request alarm"],
        calls: ["note before", "time CET"],
      },
      { shown: ["mcp_call alarm", "mcp_call note", "function_call get_order"], calls: ["alarm UTC", "note after"] },
      { shown: ["program_output", "message"], calls: [] },
    ]);
  });

  it("do not overtake one that the client makes", async () => {
    const code = `return (await Promise.all([
      tools.get_order({ id: 1 }), tools.clock_note({ zone: "after" }), tools.clock_alarm({ zone: "UTC" }),
      tools.clock_time({ zone: "CET" }),
    ])).join();`;

    expect(await rounds(code)).toEqual([
      {
        shown: ["program", "mcp_call time", "function_call get_order", "mcp_approval_request alarm"],
        calls: ["time CET"],
      },
      { shown: ["mcp_call note", "mcp_call alarm", "program_output", "message"], calls: ["note after", "alarm UTC"] },
    ]);
  });
});
