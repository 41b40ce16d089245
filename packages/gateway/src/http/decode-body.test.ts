import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { serve } from "../testing/serve.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();

const text = JSON.stringify({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi 🧰" }] });

async function start(bodyBytes = 10_000) {
  const seen: { readonly headers: object; readonly text: string }[] = [];
  const upstream = await serve(({ headers }, bytes, response) => {
    seen.push({ headers, text: bytes.toString("utf8") });
    response.setHeader("content-type", "application/json");
    response.end('{"type":"message"}');
  });
  const gateway = await createGateway({
    upstreams: { test: { dialect: "anthropic", url: upstream.url } },
    limits: { bodyBytes },
  });
  closers.push(gateway, upstream);
  const { url } = await gateway.listen({ port: 0 });
  const request = (encoding: string, body: Uint8Array): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "key", "content-encoding": encoding },
    body: body as Uint8Array<ArrayBuffer>,
  });
  return {
    seen,
    post: (encoding: string, body: Uint8Array) => fetch(`${url}/v1/messages`, request(encoding, body)),
    postInside: async (encoding: string, body: Uint8Array) =>
      gateway.app.request("http://localhost/v1/messages", request(encoding, body)),
  };
}

describe("a body that comes compressed", () => {
  it.each([
    ["gzip", gzipSync(text)],
    ["GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", Buffer.from(text)],
  ])("is read and forwarded as if it were uncompressed (%s)", async (encoding, body) => {
    const { seen, post, postInside } = await start();

    expect((await post(encoding, body)).status).toBe(200);
    expect((await postInside(encoding, body)).status).toBe(200);
    expect(seen.map((request) => request.text)).toEqual([text, text]);
    expect(seen[0]?.headers).toMatchObject({ "content-length": String(Buffer.byteLength(text)) });
    if (encoding !== "identity") expect(seen[0]?.headers).not.toHaveProperty("content-encoding");
  });

  it.each([
    ["of an unknown kind", "rot13", Buffer.from(text), 415, /content-encoding: .*expected gzip, deflate, br.*rot13/],
    ["that is broken", "gzip", Buffer.from(text), 400, /not valid gzip/],
    ["that is cut off", "gzip", gzipSync(text).subarray(0, 20), 400, /not valid gzip/],
  ])("is refused with an API error if it is one %s", async (_case, encoding, body, status, message) => {
    const { seen, post } = await start();
    const response = await post(encoding, body);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringMatching(message) as string },
    });
    expect(seen).toEqual([]);
  });

  it("is limited by its decompressed size", async () => {
    const { post } = await start(10_000);
    const response = await post("gzip", gzipSync("x".repeat(5_000_000)));

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { type: "request_too_large" } });
  });
});
