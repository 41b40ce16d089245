import { describe, expect, it } from "vitest";
import { question, useAnsweringGateways } from "../testing/answering-gateway.ts";
import { connectTo, postText } from "../testing/socket-client.ts";

const { start } = useAnsweringGateways();

describe("W-M6: bad input gets the API's error, and the next request is answered", () => {
  const nested = `${'{"messages":['.repeat(3)}`;
  it.each([
    ["broken JSON", nested, /^The request body is not valid JSON/],
    ["nothing", "", /^The request body is not valid JSON/],
    ["an array", "[]", /^body: Input should be an object, got an array of length 0$/],
    ["no model", { messages: [] }, /^model: Field required$/],
    ["a model that is a number", { ...question, model: 5 }, /^model: Input should be a valid string, got 5$/],
    [
      "a model with an endless name",
      { ...question, model: "m".repeat(2_049) },
      /^model: String should have at most 2048/,
    ],
    [
      "more MCP servers than the API takes",
      { ...question, mcp_servers: Array.from({ length: 21 }, (_, number) => ({ name: `server_${number}` })) },
      /^mcp_servers: List should have at most 20 items, not 21$/,
    ],
    ["no messages", { model: "m" }, /^messages: Field required$/],
    ["an empty conversation", { ...question, messages: [] }, /^messages: at least one message is required$/],
    [
      "messages that are an object",
      { ...question, messages: {} },
      /^messages: Input should be a valid list, got an object$/,
    ],
    [
      "a message that is a text",
      { ...question, messages: ["Hi"] },
      /^messages\.0: Input should be an object, got "Hi"$/,
    ],
    ["an unknown role", { ...question, messages: [{ role: "tool", content: "" }] }, /^messages\.0\.role: /],
    ["content that is a number", { ...question, messages: [{ role: "user", content: 1 }] }, /^messages\.0\.content: /],
    [
      "a block without a type",
      { ...question, messages: [{ role: "user", content: [{}] }] },
      /^messages\.0\.content\.0: /,
    ],
    ["tools that are a text", { ...question, tools: "all" }, /^tools: Input should be a valid list, got "all"$/],
    ["a tool that is null", { ...question, tools: [null] }, /^tools\.0: Input should be an object, got null$/],
    ["a tool's name that is a number", { ...question, tools: [{ name: 1 }] }, /^tools\.0\.name: /],
    ["a stream that is a text", { ...question, stream: "yes" }, /^stream: Input should be a valid boolean, got "yes"$/],
    ["a tool choice without a type", { ...question, tool_choice: "auto" }, /^tool_choice: /],
    ["a limit that is a text", { ...question, max_tokens: "many" }, /^max_tokens: /],
  ])("%s", async (_name, body, text) => {
    const { post, expectHealthy } = await start();

    const response = await post(body);

    expect(response.status).toBe(400);
    expect(response.headers.get("request-id")).toBe("req_1");
    const error = (await response.json()) as { error: { type: string; message: string }; request_id: string };
    expect(error).toMatchObject({ type: "error", error: { type: "invalid_request_error" }, request_id: "req_1" });
    expect(error.error.message).toMatch(text);
    await expectHealthy();
  });

  it("W-M3: refuses threads with the error that makes the SDK send the whole conversation", async () => {
    const { post } = await start();

    const response = await post({ ...question, thread: { type: "create" } });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", details: { error_code: "thread_unsupported_request", unsupported: [] } },
    });
  });

  it("W-M5: refuses 10,001 deferred tools with the API's code", async () => {
    const { post, expectHealthy } = await start();
    const tools = Array.from({ length: 10_001 }, (_, index) => ({ name: `t${index}`, defer_loading: true }));

    const response = await post({ ...question, tools });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { details: { error_code: "available_tools_limit_exceeded" } },
    });
    expect((await post({ ...question, tools: tools.slice(0, 10_000) })).status).toBe(200);
    await expectHealthy();
  });

  it("refuses a body of 50 MB, and records it", async () => {
    const { post, traces, expectHealthy } = await start();

    const response = await post(" ".repeat(50 * 1_024 * 1_024));

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { type: "request_too_large" } });
    expect(traces).toMatchObject([{ status: 413, error: { type: "request_too_large" }, upstreamCalls: [] }]);
    await expectHealthy();
  });

  it("refuses a body whose content-length is too large, without reading it", async () => {
    const { url, expectHealthy } = await start();
    const client = await connectTo(url);

    client.socket.write(postText("/v1/messages", "{", { "content-length": String(10 ** 12) }));
    await client.closed;

    expect(client.text()).toMatch(/^HTTP\/1\.1 413 /);
    await expectHealthy();
  });

  it("refuses what is not HTTP", async () => {
    const { url, expectHealthy } = await start();
    const client = await connectTo(url);

    client.socket.write("HELLO\r\n\r\n");
    await client.closed;

    expect(client.text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"type":"invalid_request_error"/);
    await expectHealthy();
  });

  it("answers other paths with not found, and names the methods of its own", async () => {
    const { url } = await start();

    for (const [method, path, status, type] of [
      ["GET", "/v1/messages", 405, "invalid_request_error"],
      ["POST", "/v1/complete", 404, "not_found_error"],
      ["GET", "/nothing-here", 404, "not_found_error"],
    ] as const) {
      const response = await fetch(url + path, { method });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { type } });
    }
  });
});
