import { describe, expect, it } from "vitest";
import { question, thenNothing, useAnsweringGateways } from "../testing/answering-gateway.ts";
import { connectTo } from "../testing/socket-client.ts";

const { start } = useAnsweringGateways();
const body = JSON.stringify(question);
const { length } = body;
const hex = length.toString(16);
const chunked = `${hex}\r\n${body}\r\n0\r\n\r\n`;
/** What a second reader could take for a request of its own. */
const smuggled = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

const post = (fields: readonly string[], text: string, target = "/v1/messages") =>
  `POST ${target} HTTP/1.1\r\nhost: localhost\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n${text}`;
const get = (target: string, host = "host: localhost\r\n") => `GET ${target} HTTP/1.1\r\n${host}\r\n`;

describe("an ambiguous request gets one API error, and its connection ends", () => {
  it.each([
    ["length and chunks", post([`content-length: ${length}`, "transfer-encoding: chunked"], chunked + smuggled)],
    ["chunks and a short length", post(["transfer-encoding: chunked", "content-length: 4"], chunked + smuggled)],
    ["two lengths", post([`content-length: ${length}`, "content-length: 5"], body)],
    ["the same length twice", post([`content-length: ${length}`, `content-length: ${length}`], body)],
    ["a list of lengths", post([`content-length: ${length}, ${length}`], body)],
    ["a length with a sign", post([`content-length: +${length}`], body)],
    ["a space before the colon", post([`content-length : ${length}`], body)],
    ["a coding that is not chunked", post(["transfer-encoding: identity"], body)],
    ["chunks in another coding", post(["transfer-encoding: gzip, chunked"], chunked)],
    ["chunks twice", post(["transfer-encoding: chunked, chunked"], chunked)],
    ["chunks and another coding", post(["transfer-encoding: chunked", "transfer-encoding: identity"], chunked)],
    ["a folded header", post(["transfer-encoding:", " chunked"], chunked)],
    ["a header that goes on in the next line", post(["x-a: b", ` content-length: ${length}`], body)],
    ["a bare carriage return", post([`x-a: b\rcontent-length: ${length}`], body)],
    ["bare line feeds", `POST /v1/messages HTTP/1.1\nhost: localhost\ncontent-length: ${length}\n\n${body}`],
    ["a null byte", post(["x-a: b\0c", `content-length: ${length}`], body)],
    ["a line feed in a chunk's extension", post(["transfer-encoding: chunked"], `${hex};a\n${body}\r\n0\r\n\r\n`)],
    ["a huge chunk extension", post(["transfer-encoding: chunked"], `${hex};${"a".repeat(30_000)}\r\n${body}`)],
    ["a negative chunk", post(["transfer-encoding: chunked"], `-1\r\n${body}\r\n0\r\n\r\n`)],
    ["a chunk of more than its length", post(["transfer-encoding: chunked"], `1\r\n${chunked}`)],
    ["trailers that repeat framing", post(["transfer-encoding: chunked"], `0\r\ncontent-length: 5\r\n\r\n${smuggled}`)],
    ["another host in the target", post([`content-length: ${length}`], body, "http://evil.example/v1/messages")],
    ["its own host in the target", post([`content-length: ${length}`], body, "http://localhost/v1/messages")],
    ["dot segments", get("/v1/../admin/traces")],
    ["dot segments in percent form", get("/studio/%2e%2E/admin/traces")],
    ["a fragment", get("/admin/traces#/healthz")],
    ["a backslash", get("/v1\\..\\admin/traces")],
    ["no path", "OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n"],
    ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["an expectation that nobody knows", post(["expect: magic", `content-length: ${length}`], body)],
  ])("%s", async (_name, text) => {
    const { url, traces, expectHealthy } = await start();
    const client = await connectTo(url);

    client.socket.write(text);
    await client.closed;

    expect(client.text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"type":"invalid_request_error"/);
    expect(client.text().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(traces.filter(({ status }) => status === 200)).toEqual([]);
    client.socket.destroy();
    await expectHealthy();
  });
});

describe("a request head that is too large, or has a foreign Host,", () => {
  it.each([
    ["a header of 100 kB", post([`x-a: ${"a".repeat(100_000)}`], ""), 431],
    [
      "headers of 40 kB in trailers",
      post(["transfer-encoding: chunked"], `0\r\n${"x-a: b\r\n".repeat(5_000)}\r\n`),
      431,
    ],
    ["a target of 60 kB", get(`/${"a".repeat(60_000)}`), 431],
    ["no Host", get("/healthz", ""), 400],
    ["an empty Host", get("/healthz", "host:\r\n"), 400],
    ["a Host with a user", get("/admin/traces", "host: localhost@evil.example\r\n"), 400],
    ["a Host with a path", get("/admin/traces", "host: localhost/evil.example\r\n"), 400],
    ["two Hosts", get("/admin/traces", "host: localhost\r\nhost: evil.example\r\n"), 403],
    ["another Host", get("/admin/traces", "host: evil.example\r\n"), 403],
    ["no Host on the way of messages", post([], "").replace("host: localhost\r\n", ""), 403],
  ])("is refused with an API error: %s", async (_name, text, status) => {
    const { url } = await start();
    const client = await connectTo(url);

    client.socket.write(text);

    await expect.poll(client.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"type":"error"`));
    client.socket.destroy();
  });
});

it("ends a connection silently if its next request is malformed while an answer is being sent", async () => {
  const { url } = await start(async () => ({ kind: "streamed", events: thenNothing() }));
  const client = await connectTo(url);
  const streamed = JSON.stringify({ ...question, stream: true });
  client.socket.write(post([`content-length: ${streamed.length}`], streamed));
  await expect.poll(client.text).toContain("message_start");

  client.socket.write("BROKEN\r\n\r\n");
  await client.closed;

  expect(client.text().match(/HTTP\/1\.1/g)).toHaveLength(1);
});

it("reads chunks with extensions", async () => {
  const { url } = await start();
  const client = await connectTo(url);

  client.socket.write(post(["transfer-encoding: chunked"], `${hex};a=b;c="d"\r\n${body}\r\n0;x\r\n\r\n`));

  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 200 /);
  client.socket.destroy();
});
