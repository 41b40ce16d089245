import type { ScriptedModel } from "@toolcrib/anthropic/testing";
import type { ContentBlock } from "@toolcrib/core";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../src/contracts/inner-form.ts";
import { encodeEvent } from "../src/dialects/messages/wire/encode-event.ts";
import { eventsOfMessage } from "../src/inner-form/whole-message.ts";
import { answerOf, startLenientUpstream } from "../src/testing/gateways/lenient-upstream.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { useMcpClock } from "../src/testing/openai/mcp-clock.ts";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";
import { useClosers } from "../src/testing/use-closers.ts";

type Tool = OpenAI.Responses.Tool;
type Block = { readonly type: string; readonly [field: string]: unknown };

const start = useOpenAiGateway();
const startMcp = useMcpClock();

const text = (words: string): Block[] => [{ type: "text", text: words }];
const call = (name: string, number: number, input: object = {}): Block[] => [
  { type: "tool_use", id: `toolu_${number}`, name, input },
];
/** A model that calls a tool once, and then repeats what it was told. */
const callOnce =
  (name: string) =>
  ({ messages }: { readonly messages: readonly { readonly content: unknown }[] }, number: number): Block[] => {
    const results = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Block[]) : []));
    const result = results.find(({ type }) => type === "tool_result");
    return result === undefined ? call(name, number) : text(JSON.stringify(result["content"]));
  };
const own = { type: "function", name: "time", parameters: { type: "object" }, strict: false } as const;
const base = { model: "m", input: "What time is it?" };

describe("an MCP tool that a request does not allow", () => {
  const closers = useClosers();

  /** A client whose model calls a tool that it was not offered. */
  async function clientOf(called: string, host: string) {
    const upstream = await startLenientUpstream((body) => {
      const message = answerOf(body.model, callOnce(called)(body, 1) as readonly ContentBlock[]);
      const events = () => [...eventsOfMessage(message)].map(encodeEvent).join("");
      return { status: 200, text: body.stream === true ? events() : JSON.stringify(message) };
    });
    closers.push(upstream.close);
    const gateway = await startGateway({ upstreamUrl: upstream.url, mcp: { allowedHosts: [host] } });
    closers.push(gateway.close);
    return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "sk-client", maxRetries: 0 });
  }

  it("W-R28: is not listed, and a call of it fails instead of becoming a call of the client's own function", async () => {
    const { tool, calls, url } = await startMcp();
    const client = await clientOf("clock_time", url);
    const tools: Tool[] = [{ ...tool, allowed_tools: ["alarm"], require_approval: "never" }, own];
    const { output, output_text: answer } = await client.responses.create({ ...base, tools });

    expect(output).toMatchObject([
      { type: "mcp_list_tools", tools: [{ name: "alarm" }] },
      { type: "mcp_call", name: "time", status: "failed", output: null },
      { type: "message" },
    ]);
    expect(answer).toMatch(/time was not called: the request does not allow this tool/);
    expect(calls).toEqual([]);
  });

  it("W-R28: keeps the name that the model wrote if its server is not used", async () => {
    const { tool, url } = await startMcp();
    const client = await clientOf("clock_time", url);
    const listed = [{ name: "time", input_schema: {} }];
    const input = [
      { role: "user", content: "Hi" },
      { type: "mcp_list_tools", id: "mcpl_1", server_label: "clock", tools: listed },
      { role: "user", content: "Go." },
    ] as OpenAI.Responses.ResponseInputItem[];
    const tools: Tool[] = [{ ...tool, require_approval: "never" }, own];
    const choice: OpenAI.Responses.ToolChoiceAllowed = {
      type: "allowed_tools",
      mode: "auto",
      tools: [{ type: "function", name: "time" }],
    };
    const { output } = await client.responses.create({ model: "m", input, tools, tool_choice: choice });

    expect(output).toMatchObject([{ type: "function_call", name: "clock_time" }]);
  });
});

describe("an approved MCP call", () => {
  /** The request that approves a call, with other tools than before. */
  async function approve(tools: (tool: OpenAI.Responses.Tool.Mcp) => Tool[] | undefined) {
    const { tool, calls, url } = await startMcp();
    const { client, rejected, bodies } = await start(callOnce("clock_time"), { mcp: { allowedHosts: [url] } });
    const first = await client.responses.create({ ...base, tools: [tool] });
    const asked = first.output.at(-1) as OpenAI.Responses.ResponseOutputItem.McpApprovalRequest;
    const approval = { type: "mcp_approval_response", approval_request_id: asked.id, approve: true } as const;
    const given = tools(tool);
    const second = client.responses.create({
      model: "m",
      previous_response_id: first.id,
      input: [approval],
      ...(given !== undefined && { tools: given }),
    });
    return { second, calls, rejected, bodies };
  }

  it("W-R27: needs its server in the request that approves it", async () => {
    for (const tools of [undefined, [own]] as const) {
      const { second, calls, bodies } = await approve(() => tools && [...tools]);

      await expect(second).rejects.toMatchObject({
        status: 400,
        param: "tools",
        message: expect.stringMatching(/MCP server clock.*time/),
      });
      expect([calls, bodies().length]).toEqual([[], 1]);
    }
  });

  it("W-R27: fails if the request that approves it does not allow its tool", async () => {
    const { second, calls, rejected } = await approve((tool) => [{ ...tool, allowed_tools: ["alarm"] }]);

    expect((await second).output).toMatchObject([
      { type: "mcp_call", name: "time", status: "failed", approval_request_id: expect.any(String) },
      { type: "message" },
    ]);
    expect([calls, rejected]).toEqual([[], []]);
  });

  it("W-R27: fails if its server does not list its tool", async () => {
    const { tool, calls, url } = await startMcp();
    const { client, rejected } = await start(callOnce("clock_time"), { mcp: { allowedHosts: [url] } });
    const asked = { id: "mcpr_mcptoolu_1", server_label: "clock", name: "gone", arguments: "{}" };
    const input: OpenAI.Responses.ResponseInputItem[] = [
      { role: "user", content: "Go." },
      { type: "mcp_approval_request", ...asked },
      { type: "mcp_approval_response", approval_request_id: asked.id, approve: true },
    ];
    const { output } = await client.responses.create({ model: "m", input, tools: [tool] });

    expect(output).toMatchObject([
      { type: "mcp_list_tools" },
      { type: "mcp_call", name: "gone", status: "failed", approval_request_id: asked.id },
      { type: "message" },
    ]);
    expect([calls, rejected]).toEqual([[], []]);
  });
});

describe("a model that never stops calling what the gateway answers", () => {
  it.each(["mcp", "tool_search"] as const)("must answer in the tenth round: %s", async (type) => {
    const { tool, url } = await startMcp();
    const name = type === "mcp" ? "clock_time" : "tool_search_tool_bm25";
    const model: ScriptedModel = (body, number) =>
      (body as MessagesBody).tool_choice?.type === "none"
        ? text("Noon, I think.")
        : call(name, number, { query: "time" });
    const { client, bodies, rejected } = await start(model, { mcp: { allowedHosts: [url] } });
    const tools: Tool[] =
      type === "mcp" ? [{ ...tool, require_approval: "never" }] : [{ ...own, defer_loading: true }, { type }];
    const { status, output_text: answer } = await client.responses.create({ ...base, tools });

    expect([status, answer]).toEqual(["completed", "Noon, I think."]);
    expect(bodies()).toHaveLength(10);
    expect(rejected).toEqual([]);
  });

  it("gets an explanation if it calls even then", async () => {
    const { tool, url } = await startMcp();
    const { client } = await start((_body, number) => call("clock_time", number), { mcp: { allowedHosts: [url] } });
    const tools: Tool[] = [{ ...tool, require_approval: "never" }];

    expect((await client.responses.create({ ...base, tools })).output_text).toMatch(/could not finish/);
  });
});

describe("an MCP result with structured content alone", () => {
  it("W-R26: arrives as JSON", async () => {
    const { tool, url } = await startMcp({ content: [], structuredContent: { hour: 12 } });
    const { client } = await start(callOnce("clock_time"), { mcp: { allowedHosts: [url] } });
    const tools: Tool[] = [{ ...tool, require_approval: "never" }];
    const { output, output_text: answer } = await client.responses.create({ ...base, tools });

    expect(output).toMatchObject([{}, { type: "mcp_call", status: "completed", output: '{"hour":12}' }, {}]);
    expect(answer).toContain("hour");
  });
});
