import { describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const large = "12345678901234567890";
const negative = "-9007199254740993";
const input = `{"id":${large},"more":{"ids":[${negative}]}}`;
const quoted = JSON.stringify(input);
const usage = '"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2,"prompt_tokens":1,"completion_tokens":1}';

const sse = (events: readonly string[]): string =>
  events.map((data) => `event: ${(JSON.parse(data) as { type?: string }).type}\ndata: ${data}\n\n`).join("");
const message = (content: string) =>
  `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[${content}],"stop_reason":"tool_use",${usage}}`;
const chunk = (delta: string, reason = "null") =>
  `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":${delta},"finish_reason":${reason}}]}\n\n`;
const chatCall = `{"index":0,"id":"call_1","type":"function","function":{"name":"pay","arguments":${quoted}}}`;
const item = `{"type":"function_call","id":"fc_1","call_id":"call_1","name":"pay","arguments":${quoted},"status":"completed"}`;
const response = (output: string) =>
  `{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[${output}],${usage}}`;

/** The same call, as each API writes it. */
const answers: Readonly<Record<string, { readonly whole: string; readonly streamed: string }>> = {
  "/v1/messages": {
    whole: message(`{"type":"tool_use","id":"toolu_1","name":"pay","input":${input}}`),
    streamed: sse([
      `{"type":"message_start","message":${message("")}}`,
      '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"pay","input":{}}}',
      `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":${quoted}}}`,
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}',
      '{"type":"message_stop"}',
    ]),
  },
  "/v1/chat/completions": {
    whole: `{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[${chatCall}]},"finish_reason":"tool_calls"}],${usage}}`,
    streamed: `${chunk(`{"role":"assistant","tool_calls":[${chatCall}]}`)}${chunk("{}", '"tool_calls"')}data: [DONE]\n\n`,
  },
  "/v1/responses": {
    whole: response(item),
    streamed: sse([
      `{"type":"response.created","response":${response("").replace("completed", "in_progress")}}`,
      `{"type":"response.output_item.added","output_index":0,"item":${item.replace(quoted, '""')}}`,
      `{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"fc_1","delta":${quoted}}`,
      `{"type":"response.output_item.done","output_index":0,"item":${item}}`,
      `{"type":"response.completed","response":${response(item)}}`,
    ]),
  },
};

async function start() {
  const sent: string[] = [];
  const upstream = await serve((request, body, response) => {
    const text = body.toString("utf8");
    sent.push(text);
    const isStreamed = (JSON.parse(text) as { stream?: boolean }).stream === true;
    const answer = answers[request.url ?? ""];
    response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
    response.end(isStreamed ? answer?.streamed : answer?.whole);
  });
  const url = `${upstream.url}/v1`;
  const gateway = await createGateway({
    upstreams: {
      messages: { dialect: "anthropic", url: upstream.url },
      chat: { dialect: "openai-chat", url },
      responses: { dialect: "openai-responses", url },
      sdk: { dialect: "ai-sdk", url },
    },
    routes: ["messages", "chat", "responses", "sdk"].map((name) => ({ model: name, upstream: name, loader: "bridge" })),
    retries: { attempts: 0 },
  });
  const address = await gateway.listen({ port: 0 });
  closers.push(upstream.close, () => gateway.close());
  const post = async (path: string, body: string) => {
    const headers = { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" };
    const answer = await fetch(address.url + path, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  return { post, sent };
}

const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":${large}}}}`;
const question = '{"role":"user","content":"Hi"}';

/** A conversation with a call, and a tool that is deferred, so that nothing passes through as it is. */
const doors: Readonly<Record<string, (model: string, isStreamed: boolean) => string>> = {
  "/v1/messages": (model, isStreamed) => {
    const call = `{"type":"tool_use","id":"t1","name":"pay","input":${input}}`;
    const messages = `${question},{"role":"assistant","content":[${call}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}`;
    const tools = `{"name":"pay","input_schema":${schema}},{"name":"later","defer_loading":true,"input_schema":${schema}}`;
    return `{"model":"${model}","max_tokens":9,"stream":${isStreamed},"messages":[${messages}],"tools":[${tools}]}`;
  },
  "/v1/chat/completions": (model, isStreamed) => {
    const call = `{"id":"t1","type":"function","function":{"name":"pay","arguments":${quoted}}}`;
    const messages = `${question},{"role":"assistant","content":null,"tool_calls":[${call}]},{"role":"tool","tool_call_id":"t1","content":"ok"}`;
    const tools = `{"type":"function","function":{"name":"pay","parameters":${schema}}},{"type":"function","defer_loading":true,"function":{"name":"later","parameters":${schema}}}`;
    return `{"model":"${model}","stream":${isStreamed},"messages":[${messages}],"tools":[${tools}]}`;
  },
  "/v1/responses": (model, isStreamed) => {
    const call = `{"type":"function_call","call_id":"t1","name":"pay","arguments":${quoted}}`;
    const items = `${question},${call},{"type":"function_call_output","call_id":"t1","output":"ok"}`;
    const tools = `{"type":"tool_search"},{"type":"function","name":"pay","parameters":${schema},"strict":false},{"type":"function","name":"later","defer_loading":true,"parameters":${schema},"strict":false}`;
    return `{"model":"${model}","stream":${isStreamed},"input":[${items}],"tools":[${tools}]}`;
  },
};

const combinations = Object.keys(doors).flatMap((door) =>
  ["messages", "chat", "responses", "sdk"].flatMap((model) =>
    [false, true].map((isStreamed) => ({ door, model, isStreamed, way: isStreamed ? "streamed" : "whole" })),
  ),
);

describe.each(combinations)("an integer beyond 2^53 from $door to the upstream $model, $way", (combination) => {
  const { door, model, isStreamed } = combination;

  it("keeps its digits in the request and in the answer", async () => {
    const { post, sent } = await start();
    const { status, text } = await post(door, doors[door]?.(model, isStreamed) ?? "");

    expect([status, sent.length]).toEqual([200, 1]);
    expect(sent[0]?.match(new RegExp(`"id\\\\?":${large}`, "g"))).toHaveLength(1);
    expect(sent[0]).toContain(`[${negative}]`);
    expect(sent[0]).toContain(`"maximum":${large}`);
    expect(text).toMatch(new RegExp(`"id\\\\?":${large}`));
    expect(text).toContain(`[${negative}]`);
  });
});

it.each([false, true])(
  "an integer beyond 2^53 keeps its digits in calls of MCP servers, streamed: %s",
  async (stream) => {
    const called: string[] = [];
    const mcp = await serve((_request, body, response) => {
      const text = body.toString("utf8") || "{}";
      const { id, method, params } = JSON.parse(text) as { id?: number; method?: string; params?: object };
      if (method === "tools/call") called.push(text);
      const results: Record<string, object> = {
        initialize: { ...params, capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } },
        "tools/list": { tools: [{ name: "pay", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "paid" }] },
      };
      const result = results[method ?? ""];
      const outcome = result === undefined ? { error: { code: -32_601, message: "no" } } : { result };
      response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" });
      response.end(id === undefined ? undefined : JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
    });
    const upstream = await serve((_request, body, response) => {
      const { messages, tools } = JSON.parse(body.toString("utf8")) as {
        messages: unknown[];
        tools: { name: string }[];
      };
      const { whole, streamed } = answers["/v1/messages"] as { whole: string; streamed: string };
      const name = tools.find((tool) => tool.name.includes("pay"))?.name ?? "";
      const isDone = messages.length > 1;
      const end = sse([
        `{"type":"message_start","message":${message("")}}`,
        '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}',
        '{"type":"message_stop"}',
      ]);
      const text = stream ? (isDone ? end : streamed) : isDone ? message("").replace("tool_use", "end_turn") : whole;
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      response.end(text.replaceAll('"name":"pay"', `"name":"${name}"`));
    });
    const gateway = await createGateway({
      upstreams: { a: { dialect: "anthropic", url: upstream.url } },
      mcp: { allowedHosts: [mcp.url] },
      retries: { attempts: 0 },
    });
    closers.push(mcp.close, upstream.close, () => gateway.close());
    const { url } = await gateway.listen({ port: 0 });
    const servers = [{ type: "url", url: `${mcp.url}/mcp`, name: "bank" }];
    const tools = [{ type: "mcp_toolset", mcp_server_name: "bank" }];
    const answer = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01", "anthropic-beta": "mcp-client-2025-11-20" },
      body: JSON.stringify({
        model: "m",
        max_tokens: 9,
        stream,
        messages: [{ role: "user", content: "Hi" }],
        mcp_servers: servers,
        tools,
      }),
    });
    const text = await answer.text();

    expect([answer.status, called.length]).toEqual([200, 1]);
    expect(called[0]).toContain(`"arguments":${input}`);
    expect(text).toMatch(new RegExp(`"id\\\\?":${large}`));
  },
);
