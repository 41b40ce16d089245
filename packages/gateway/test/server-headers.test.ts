import { describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { useMcpClock } from "../src/testing/openai/mcp-clock.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const startMcp = useMcpClock();

/** The doors at which a request may bring headers for an MCP server. */
const doors = [
  [
    "/v1/messages",
    (url: string, headers: unknown) => ({
      max_tokens: 9,
      messages: [{ role: "user", content: "Hi" }],
      mcp_servers: [{ type: "url", name: "clock", url, authorization_token: "t", headers }],
      tools: [{ type: "mcp_toolset", mcp_server_name: "clock" }],
    }),
  ],
  [
    "/v1/responses",
    (url: string, headers: unknown) => ({
      input: "Hi",
      tools: [{ type: "mcp", server_label: "clock", server_url: url, require_approval: "never", headers }],
    }),
  ],
] as const;

async function start() {
  const model = await serve((_request, _body, response) => {
    const content = [{ type: "text", text: "Hello" }];
    const usage = { input_tokens: 1, output_tokens: 1 };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content,
        stop_reason: "end_turn",
        usage,
      }),
    );
  });
  const { url, headers } = await startMcp();
  const gateway = await createGateway({
    upstreams: { up: { dialect: "anthropic", url: model.url } },
    loader: "bridge",
    mcp: { allowedHosts: [url] },
  });
  closers.push(gateway, model);
  const post = (path: string, body: object) =>
    gateway.app.request(`http://localhost${path}`, {
      method: "POST",
      headers: { "x-api-key": "client-key", "anthropic-beta": "mcp-client-2025-11-20" },
      body: JSON.stringify({ model: "m", ...body }),
    });
  return { url: `${url}/mcp`, received: headers, post };
}

describe.each(doors)("headers for an MCP server at %s", (path, bodyWith) => {
  it("reach the server, whatever the case of their names", async () => {
    const { url, received, post } = await start();

    const response = await post(path, bodyWith(url, { "X-Team": "blue", "x-api-key": "k" }));

    expect(response.status).toBe(200);
    expect(received.length).toBeGreaterThan(1);
    for (const headers of received) expect(headers).toMatchObject({ "x-team": "blue", "x-api-key": "k" });
  });

  it.each([undefined, null, {}])("may be left out: %j", async (headers) => {
    const { url, post } = await start();

    expect((await post(path, bodyWith(url, headers))).status).toBe(200);
  });

  it.each([
    [{ "Content-Length": "90000" }, "got content-length"],
    [{ "content-type": "text/plain" }, "got content-type"],
    [{ "transfer-encoding": "chunked" }, "got transfer-encoding"],
    [{ HOST: "internal.vhost.test" }, "got host"],
    [{ connection: "close" }, "got connection"],
    [{ "keep-alive": "1" }, "got keep-alive"],
    [{ upgrade: "h2c" }, "got upgrade"],
    [{ trailer: "x" }, "got trailer"],
    [{ expect: "100-continue" }, "got expect"],
    [{ Cookie: "admin=1" }, "got cookie"],
    [{ "x-forwarded-for": "192.0.2.1" }, "got x-forwarded-for"],
    [{ forwarded: "for=192.0.2.1" }, "got forwarded"],
    [{ via: "1.1 x" }, "got via"],
    [{ "proxy-authorization": "x" }, "got proxy-authorization"],
    [{ "mcp-session-id": "x" }, "got mcp-session-id"],
    [{ accept: "x" }, "got accept"],
    [{ "x-a": null }, "got null"],
    [{ "x-a": {} }, "got an object"],
    [{ "x-a": 5 }, "got 5"],
    [{ "x-a": "1\r\nhost: evil.test" }, "got another text"],
    [{ "x a": "1" }, "expected the name of an HTTP header"],
    [Object.fromEntries(Array.from({ length: 33 }, (_, number) => [`x-${number}`, "1"])), "at most 32 headers, got 33"],
    [5, "got 5"],
    ["x", 'got "x"'],
    [["x"], "got an array"],
  ])("are refused: %j", async (headers, problem) => {
    const { url, received, post } = await start();

    const response = await post(path, bodyWith(url, headers));
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };

    expect(response.status).toBe(400);
    expect(error.message).toContain("headers");
    expect(error.message).toContain(problem);
    expect(received).toEqual([]);
  });
});

it.each(["secret\ntoken", "secret token", "secr\u00e9t"])(
  "an authorization_token that no header can hold is refused and not quoted: %j",
  async (token) => {
    const { url, received, post } = await start();
    const [, bodyWith] = doors[0];
    const body = bodyWith(url, undefined);
    const servers = body.mcp_servers.map((server) => ({ ...server, authorization_token: token }));

    const response = await post("/v1/messages", { ...body, mcp_servers: servers });
    const text = await response.text();

    expect(response.status).toBe(400);
    expect(text).toContain("mcp_servers.0.authorization_token");
    expect(text).not.toMatch(/secr.t/);
    expect(received).toEqual([]);
  },
);
