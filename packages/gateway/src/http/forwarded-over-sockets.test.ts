import { request as requestHttp, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import type { TraceRecord } from "../contracts/trace.ts";
import { createGateway } from "../server/create-gateway.ts";
import { serve } from "../testing/serve.ts";
import { connectTo, postText } from "../testing/socket-client.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();

interface Seen {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

async function start(answer: (response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const traces: TraceRecord[] = [];
  const upstream = await serve((request, body, response) => {
    seen.push({ url: request.url, headers: request.headers, body });
    answer(response);
  });
  const gateway = await createGateway(
    { upstreams: { up: { dialect: "anthropic", url: upstream.url } }, retries: { attempts: 1, firstDelaySeconds: 0 } },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  const { url } = await gateway.listen({ port: 0 });
  closers.push(gateway, upstream);
  return { url, seen, traces, upstream };
}

// Spaces, key order and an escape that nobody would write again in the same way.
const body =
  '{ "stream":true,"max_tokens" : 5, "messages":[ {"content":"\\u0048i","role":"user"} ],"model":"m", "x":1 }';

const stream = [
  'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1}}}\n\n',
  ": a comment\n\n",
  'event: content_block_delta\r\ndata: {"type": "content_block_delta"}\r\n\r\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
].join("");

/** Bytes as they come, which fetch would unpack. */
function rawPost(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: object; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = requestHttp(`${url}/v1/messages?beta=true`, { method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

describe("a request that is forwarded", () => {
  it("reaches the upstream byte for byte, and its answer the client", async () => {
    const { url, seen, traces } = await start((response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_theirs", "x-own": "1" });
      response.end(stream);
    });

    const answer = await rawPost(url, { "x-api-key": "k", "user-agent": "agent/1", "anthropic-beta": "b" });

    expect(seen[0]?.body.toString()).toBe(body);
    expect(seen[0]?.url).toBe("/v1/messages?beta=true");
    expect(seen[0]?.headers).toMatchObject({ "x-api-key": "k", "user-agent": "agent/1", "anthropic-beta": "b" });
    expect(answer.bytes.toString()).toBe(stream);
    expect(answer.headers).toMatchObject({ "request-id": "req_theirs", "x-own": "1" });
    expect(answer.headers).toHaveProperty("toolcrib-trace-id", traces[0]?.id);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("toolcrib-"))).toEqual(["toolcrib-trace-id"]);
  });

  it("leaves its usage and stop reason in the trace", async () => {
    const { url, traces } = await start((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(stream);
    });

    await rawPost(url);

    await expect.poll(() => traces).toHaveLength(1);
    expect(traces[0]).toMatchObject({
      status: 200,
      execution: "passed-through",
      stopReason: "end_turn",
      usage: { input_tokens: 3, output_tokens: 9 },
    });
  });

  it("keeps compressed bytes compressed", async () => {
    const packed = gzipSync('{"content":[]}');
    const { url } = await start((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(packed);
    });

    const answer = await rawPost(url, { "accept-encoding": "gzip" });

    expect(answer.bytes.equals(packed)).toBe(true);
    expect(answer.headers).toHaveProperty("content-encoding", "gzip");
  });

  it("reads the usage of compressed bytes", async () => {
    const usage = { input_tokens: 30, output_tokens: 9 };
    const { url, traces } = await start((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify({ content: [], usage })));
    });

    await rawPost(url, { "accept-encoding": "gzip" });

    await vi.waitFor(() => expect(traces[0]).toMatchObject({ usage, savings: { estimatedCalls: 0 } }), {
      timeout: 20_000,
    });
  });

  it("asks for an uncompressed stream, so that its error events can be read, and passes on a compressed one", async () => {
    const packed = gzipSync(stream);
    const { url, seen } = await start((response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
      response.end(packed);
    });

    const answer = await rawPost(url, { "accept-encoding": "gzip" });

    expect(seen[0]?.headers["accept-encoding"]).toBe("identity");
    expect(answer.bytes.subarray(0, packed.length).equals(packed)).toBe(true);
  });

  it("returns the upstream's own refusal", async () => {
    const refusal = '{"error" : "no", "shape":"its own"}';
    const { url, seen } = await start((response) => {
      response.writeHead(422, { "content-type": "application/json" });
      response.end(refusal);
    });

    const answer = await rawPost(url);

    expect(answer).toMatchObject({ status: 422 });
    expect(answer.bytes.toString()).toBe(refusal);
    expect(seen).toHaveLength(1);
  });

  it("is retried after an overload", async () => {
    let calls = 0;
    const { url, seen } = await start((response) => {
      response.writeHead(++calls === 1 ? 529 : 200, { "content-type": "application/json" });
      response.end("{}");
    });

    expect((await rawPost(url)).status).toBe(200);
    expect(seen).toHaveLength(2);
  });
});

describe("an upstream that fails", () => {
  it("in the middle of a stream: an error event ends it", async () => {
    const { url, traces } = await start((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(stream, () => response.destroy());
    });

    const { bytes } = await rawPost(url);

    expect(bytes.toString().startsWith(stream)).toBe(true);
    expect(bytes.toString().slice(stream.length)).toMatch(
      /^event: error\ndata: .*"type":"api_error".*broke off.*\n\n$/,
    );
    expect(traces[0]).toMatchObject({ status: 502 });
  });

  it.each([
    ["an error event takes its place", "", /^event: error\ndata: .*\n\n$/],
    [
      "an error event follows one that is too long to be held back",
      "x".repeat(70_000),
      /xx\nevent: error\ndata: .*\n\n$/,
    ],
  ])("in the middle of an event: %s", async (_title, text, expected) => {
    const { url } = await start((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: content_block_delta\ndata: {"type":"con${text}`, () => response.destroy());
    });

    const { bytes } = await rawPost(url);

    expect(bytes.toString()).toMatch(expected);
  });

  it("in the middle of a whole answer: the connection ends, so that it does not look complete", async () => {
    const { url } = await start((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"content":', () => response.destroy());
    });

    await expect(rawPost(url)).rejects.toThrow();
  });

  it("by being unreachable: the API error says so", async () => {
    const { url, upstream } = await start(() => {});
    await upstream.close();

    const { status, bytes } = await rawPost(url);

    expect(status).toBe(502);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      type: "error",
      error: { type: "api_error", message: "The upstream up cannot be reached (ECONNREFUSED)." },
    });
  });
});

describe("a client that disconnects", () => {
  it.each([true, false])("ends the upstream's call (begun: %s)", async (hasBegun) => {
    let arrived = 0;
    const { url, upstream } = await start((response) => {
      arrived++;
      if (!hasBegun) return;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(stream);
    });
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", body));
    await expect.poll(() => (hasBegun ? client.text().includes("message_delta") : arrived === 1)).toBe(true);

    client.socket.destroy();

    await expect.poll(() => upstream.abandoned()).toBe(1);
  });

  it("leaves nothing behind, whenever a hundred of them disconnect", async () => {
    let running = 0;
    const { url } = await start((response) => {
      running++;
      response.on("close", () => running--);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(stream);
    });
    const text = postText("/v1/messages", body);

    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { socket } = await connectTo(url);
        socket.write(text.slice(0, index % 3 === 0 ? text.length - 10 : text.length));
        await new Promise((resolve) => setTimeout(resolve, index % 7));
        if (index % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      }),
    );

    const requestsRunning = async (): Promise<unknown> =>
      (await (await fetch(`${url}/admin/health`)).json()) as unknown;
    await expect.poll(requestsRunning).toMatchObject({ requestsRunning: 0 });
    await expect.poll(() => running).toBe(0);
  });
});
