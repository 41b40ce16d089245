import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../src/config/gateway-config.ts";
import type { ClientDialect } from "../src/contracts/client-dialect.ts";
import { messagesDialect } from "../src/dialects/messages/client/messages-dialect.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { startLenientUpstream } from "../src/testing/gateways/lenient-upstream.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

/** A gateway in front of an upstream of each dialect: `a` speaks Messages, `c` Chat Completions, `r` Responses. */
async function start(limits: GatewayConfig["limits"] = {}, upstreamModel?: string) {
  const lenient = await startLenientUpstream();
  const sent: string[] = [];
  const upstream = await serve(async (request, body, response) => {
    sent.push(body.toString("utf8"));
    const headers = { "content-type": "application/json" };
    const answer = await fetch(lenient.url + (request.url ?? ""), {
      method: "POST",
      headers,
      body: new Uint8Array(body),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  const url = `${upstream.url}/v1`;
  const gateway = await createGateway({
    upstreams: {
      a: { dialect: "anthropic", url: upstream.url },
      c: { dialect: "openai-chat", url },
      r: { dialect: "openai-responses", url },
    },
    routes: ["a", "c", "r"].map((name) => ({ model: name, upstream: name, loader: "bridge", upstreamModel })),
    retries: { attempts: 0 },
    limits,
  });
  const address = await gateway.listen({ port: 0 });
  closers.push(lenient.close, upstream.close, () => gateway.close());
  const post = async (path: string, body: string) => {
    const headers = { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" };
    const response = await fetch(address.url + path, { method: "POST", headers, body });
    const text = await response.text();
    return { status: response.status, text, error: (JSON.parse(text) as { error?: Record<string, unknown> }).error };
  };
  return { post, sent };
}

const doors = {
  "/v1/messages": (rest: string) => `{"max_tokens":9,"messages":[{"role":"user","content":"Hi"}],${rest}}`,
  "/v1/messages/count_tokens": (rest: string) => `{"messages":[{"role":"user","content":"Hi"}],${rest}}`,
  "/v1/chat/completions": (rest: string) => `{"messages":[{"role":"user","content":"Hi"}],${rest}}`,
  "/v1/responses": (rest: string) => `{"input":"Hi",${rest}}`,
} as const;
type Door = keyof typeof doors;
const paths = Object.keys(doors) as Door[];
const model = '"model":"a"';

describe.each(paths)("a body at %s", (path) => {
  it.each([
    ["1000000 JSON values", `"later":[${"{},".repeat(1_000_000)}{}]`],
    ["20000 keys in one object", `"later":{${'"k":1,'.repeat(20_000)}"k":1}`],
    ["400 levels of nesting", `"later":${"[".repeat(500)}${"]".repeat(500)}`],
    ["256 fields in an object of the API", Array.from({ length: 257 }, (_, index) => `"k${index}":1`).join(",")],
    ["10000 integers beyond 2^53", `"later":[${"9007199254740993,".repeat(10_000)}9007199254740993]`],
  ])("is refused above %s", async (limit, rest) => {
    const { post, sent } = await start();
    const { status, error } = await post(path, doors[path](`${model},${rest}`));

    expect(status).toBe(413);
    expect(error?.["message"]).toContain(`expected at most ${limit}, got more in `);
    if (path.startsWith("/v1/messages")) expect(error?.["type"]).toBe("request_too_large");
    expect(sent).toEqual([]);
  });

  it("is charged for what it becomes, before it is parsed", async () => {
    const { post } = await start({ bodyBytesInFlight: 1_000_000 });
    const body = doors[path](`${model},"metadata":{"a":[${"{},".repeat(50_000)}{}]}`);
    expect(body.length).toBeLessThan(200_000);

    expect((await post(path, body)).status).toBeGreaterThanOrEqual(500);
  });

  it.each([
    ["a repeated field", '"model":"a","model":"c"'],
    ["a field with escapes", '"m\\u006fdel":"a"'],
    ["a field that repeats another with escapes", '"model":"a","mode\\u006c":"c"'],
    ["a field in another case", '"model":"a","Model":"c"'],
    ["tools in another case", '"model":"a","TOOLS":[]'],
    ["repeated tools", '"model":"a","tools":[],"tools":null'],
    ["a tool with two names", '"model":"a","tools":[{"name":"a","name":"b","input_schema":{"type":"object"}}]'],
    ["an unknown field twice", '"model":"a","later":1,"later":2'],
  ])("is refused with %s", async (_what, rest) => {
    const { post, sent } = await start();
    const { status, error } = await post(path, doors[path](rest));

    expect([status, error?.["type"]]).toEqual([400, "invalid_request_error"]);
    expect(error?.["message"]).toMatch(/^The request body is ambiguous: expected .+, got .+\.$/);
    expect(sent).toEqual([]);
  });

  it("may repeat keys, and spell them in any way, in what the client and its tools define", async () => {
    const { post, sent } = await start();
    const free = '"metadata":{"Model":"1","model":"2","mod\\u0065l":"3"}';
    const { status } = await post(path, doors[path](`${model},${free}`));

    expect(status).toBe(200);
    expect(sent).toHaveLength(1);
  });
});

/** So many values, as the arguments of one call. */
const argumentsOf = (count: number): string => JSON.stringify(`{"a":[${"{},".repeat(count - 3)}{}]}`);
const opaque = (prefix: string, json: string): string => `"${prefix}${Buffer.from(json).toString("base64url")}"`;
const joined = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(",");

type WriteBody = (model: string, texts: readonly string[]) => string;
const chatCalls: WriteBody = (model, texts) =>
  `{"model":"${model}","messages":[{"role":"user","content":"Hi"},${joined(
    texts.length,
    (index) =>
      `{"role":"assistant","tool_calls":[{"id":"t${index}","type":"function","function":{"name":"a","arguments":${texts[index]}}}]},{"role":"tool","tool_call_id":"t${index}","content":"ok"}`,
  )}]}`;
const responsesCalls: WriteBody = (model, texts) =>
  `{"model":"${model}","input":[{"role":"user","content":"Hi"},${joined(
    texts.length,
    (index) =>
      `{"type":"function_call","call_id":"t${index}","name":"a","arguments":${texts[index]}},{"type":"function_call_output","call_id":"t${index}","output":"ok"}`,
  )}]}`;
const repeated = (count: number, text: string): readonly string[] => Array.from({ length: count }, () => text);

describe.each<[Door, WriteBody]>([
  ["/v1/chat/completions", chatCalls],
  ["/v1/responses", responsesCalls],
])("JSON in texts of a body at %s", (path, write) => {
  const many = write("a", repeated(30, argumentsOf(330_000)));

  it.each(["a", "c", "r"])("counts with the body, before it is parsed for the upstream %s", async (name) => {
    const { post, sent } = await start();
    const { status, error } = await post(path, many.replace('"model":"a"', `"model":"${name}"`));

    expect(status).toBe(413);
    expect(error?.["message"]).toContain("expected at most 1000000 JSON values, got more in 297");
    expect(sent).toEqual([]);
  });

  it("counts with what is known of the conversation", async () => {
    const { post, sent } = await start();
    const text = argumentsOf(300_000);

    expect((await post(path, write("a", repeated(3, text)))).status).toBe(200);
    expect((await post(path, write("a", repeated(4, text)))).status).toBe(413);
    expect(sent).toHaveLength(1);
  });

  it("is charged for what it becomes", async () => {
    const { post } = await start({ bodyBytesInFlight: 1_000_000 });

    expect((await post(path, write("a", repeated(5, argumentsOf(1_000))))).status).toBe(200);
    expect((await post(path, write("a", repeated(5, argumentsOf(10_000))))).status).toBeGreaterThanOrEqual(500);
  });

  it("may hold 10,000 integers beyond 2^53 in all texts together", async () => {
    const { post } = await start();
    const integers = JSON.stringify(`{"a":[${"9007199254740993,".repeat(5_999)}1]}`);

    expect((await post(path, write("a", [integers]))).status).toBe(200);
    const { status, error } = await post(path, write("a", [integers, integers]));
    expect([status, error?.["message"]]).toEqual([413, expect.stringContaining("10000 integers beyond 2^53")]);
  });
});

it("counts messages that are known with those that are not", async () => {
  const { post } = await start();
  const body = (count: number) =>
    `{"model":"a","max_tokens":9,"messages":[${joined(count, () => '{"role":"user","content":"Hi"}')}]}`;

  expect((await post("/v1/messages", body(50_000))).status).toBe(200);
  const { status, error } = await post("/v1/messages", body(70_000));
  expect([status, error?.["message"]]).toEqual([413, expect.stringContaining("60000 messages, blocks and tools")]);
});

describe("what is kept of earlier responses", () => {
  it("counts with the body that continues them", async () => {
    const { post } = await start();
    const integers = (count: number) => JSON.stringify(`{"a":[${"9007199254740993,".repeat(count)}1]}`);
    const { text } = await post("/v1/responses", responsesCalls("a", [integers(6_000)]));
    const { id } = JSON.parse(text) as { readonly id: string };
    const next = (count: number) =>
      responsesCalls("a", [integers(count)])
        .replaceAll("t0", "later")
        .replace("{", `{"previous_response_id":"${id}",`);

    const { status, error } = await post("/v1/responses", next(6_000));
    expect([status, error?.["message"]]).toEqual([413, expect.stringContaining("10000 integers beyond 2^53")]);
    expect((await post("/v1/responses", next(1_000))).status).toBe(200);
  });

  it("counts as often as a body names it", async () => {
    const { post } = await start({ bodyBytes: 100_000 });
    const { text } = await post("/v1/responses", '{"model":"a","input":"Hi"}');
    const [item] = (JSON.parse(text) as { readonly output: readonly { readonly id: string }[] }).output;
    const references = (count: number) =>
      `{"model":"a","input":[${joined(count, () => `{"type":"item_reference","id":"${item?.id}"}`)},{"role":"user","content":"Hi"}]}`;
    expect(references(1_000).length).toBeLessThan(100_000);

    expect((await post("/v1/responses", references(1))).status).toBe(200);
    expect((await post("/v1/responses", references(1_000))).status).toBe(413);
  });
});

const list = `[${"1,".repeat(399_999)}1]`;
const thought = (prefix: string) => `{"type":"thinking","thinking":"x","signature":${opaque(prefix, list)}}`;
const insideReasoning = opaque("r1.", thought("toolcrib.chat."));

it.each<[string, Door, string]>([
  ...["toolcrib.", "toolcrib.chat.", "toolcrib.r1."].map((prefix): [string, Door, string] => [
    `signatures that begin with ${prefix}`,
    "/v1/messages",
    `{"model":"c","max_tokens":9,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[${joined(3, () => thought(prefix))}]},{"role":"user","content":"Hi"}]}`,
  ]),
  [
    "signatures in reasoning_details",
    "/v1/chat/completions",
    `{"model":"c","messages":[{"role":"assistant","content":"x","reasoning_details":[${joined(3, () => `{"data":${insideReasoning}}`)}]},{"role":"user","content":"Hi"}]}`,
  ],
  [
    "signatures in encrypted_content",
    "/v1/responses",
    `{"model":"c","input":[${joined(3, () => `{"type":"reasoning","summary":[],"encrypted_content":${insideReasoning}}`)},{"role":"user","content":"Hi"}]}`,
  ],
])("counts the values of %s", async (_what, path, body) => {
  const { post, sent } = await start();
  const { status, error } = await post(path, body);

  expect([status, error?.["message"]]).toEqual([413, expect.stringContaining("1000000 JSON values")]);
  expect(sent).toEqual([]);
});

describe("a body of the Messages API", () => {
  it.each([
    ["the config of a tool twice", '{"a":{"enabled":false},"a":{"enabled":true}}'],
    ["a field of it twice", '{"a":{"enabled":false,"enabled":true}}'],
    ["a field of it in another case", '{"a":{"Enabled":false}}'],
  ])("is refused with %s", async (_what, configs) => {
    const { post, sent } = await start();
    const toolset = `{"type":"mcp_toolset","mcp_server_name":"s","configs":${configs}}`;
    const { status, error } = await post("/v1/messages", doors["/v1/messages"](`${model},"tools":[${toolset}]`));

    expect([status, sent]).toEqual([400, []]);
    expect(error?.["message"]).toContain("ambiguous");
  });

  it("is refused with a reference that repeats its name", async () => {
    const { post, sent } = await start();
    const found = `{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"a","tool_name":"b"}]}`;
    const call = '{"type":"server_tool_use","id":"srvtoolu_1","name":"tool_search_tool_bm25","input":{"query":"a"}}';
    const answer = `{"role":"assistant","content":[${call},{"type":"tool_search_tool_result","tool_use_id":"srvtoolu_1","content":${found}}]}`;
    const body = `{${model},"max_tokens":9,"messages":[{"role":"user","content":"Hi"},${answer},{"role":"user","content":"Go."}]}`;
    const { status, error } = await post("/v1/messages", body);

    expect([status, sent]).toEqual([400, []]);
    expect(error?.["message"]).toContain("ambiguous");
  });
});

const large = "12345678901234567890";

describe("an integer beyond 2^53", () => {
  const messages = [
    '{"role":"user","content":"Hi"}',
    `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"pay","input":{"id":${large}}}]}`,
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}',
  ];
  const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":${large}}}}`;
  const tools = `[{"name":"pay","input_schema":${schema}},{"name":"later","defer_loading":true,"input_schema":${schema}}]`;

  it.each(["a", "c", "r"])("reaches the upstream %s from /v1/messages as it was sent", async (name) => {
    const { post, sent } = await start({}, "real");
    const body = `{"model":"${name}","max_tokens":9,"messages":[${messages.join(",")}],"tools":${tools}}`;

    expect((await post("/v1/messages", body)).status).toBe(200);
    expect(sent[0]).toMatch(new RegExp(`\\\\?"id\\\\?":${large}`));
    expect(sent[0]).toContain(`"maximum":${large}`);
  });

  it.each(["a", "r"])("reaches the upstream %s from /v1/chat/completions as it was sent", async (name) => {
    const { post, sent } = await start();
    const call = `{"id":"t1","type":"function","function":{"name":"pay","arguments":"{\\"id\\":${large}}"}}`;
    const chat = `{"role":"user","content":"Hi"},{"role":"assistant","content":null,"tool_calls":[${call}]},{"role":"tool","tool_call_id":"t1","content":"ok"}`;
    const body = `{"model":"${name}","messages":[${chat}],"tools":[{"type":"function","function":{"name":"pay","parameters":${schema}}}]}`;

    expect((await post("/v1/chat/completions", body)).status).toBe(200);
    expect(sent[0]).toMatch(new RegExp(`\\\\?"id\\\\?":${large}`));
    expect(sent[0]).toContain(`"maximum":${large}`);
  });
});

it("parses large bodies that arrive together in a turn of the event loop each", async () => {
  let turn = 0;
  const turns: number[] = [];
  const counted: ClientDialect = {
    ...messagesDialect,
    name: "counted",
    endpoints: [{ path: "/counted", kind: "messages" }],
    createParser: () => {
      const parse = messagesDialect.createParser();
      return (received) => {
        turns.push(turn);
        return parse(received);
      };
    },
  };
  const gateway = await createGateway(
    { upstreams: { a: { dialect: "anthropic", url: "http://127.0.0.1:9" } }, routes: [{ model: "*", upstream: "a" }] },
    { dialects: [counted] },
  );
  let isRunning = true;
  closers.push(() => gateway.close());
  const count = (): void => {
    turn++;
    if (isRunning) setImmediate(count);
  };
  count();
  const body = " ".repeat(1_500_000);
  const request = { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" }, body };
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => gateway.app.request("http://127.0.0.1/counted", request)),
  );
  isRunning = false;

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
  expect(new Set(turns).size).toBe(8);
});
