import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway } from "../server/gateway.ts";
import { question } from "../testing/answering-gateway.ts";
import { startLenientUpstream } from "../testing/gateways/lenient-upstream.ts";
import { connectTo } from "../testing/socket-client.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const problems: string[] = [];
let gateway: Gateway;
let url: string;
let closeUpstream: () => Promise<void>;

beforeAll(async () => {
  const upstream = await startLenientUpstream();
  closeUpstream = () => upstream.close();
  gateway = await createGateway(
    { upstreams: { one: { dialect: "anthropic", url: upstream.url } }, retries: { attempts: 0 } },
    {
      reportProblem: (problem, error) => {
        // Without an error, it is told which headers are not passed on.
        if (error !== undefined) problems.push(`${problem}: ${(error as Error).stack}`);
      },
      admin: { tools: () => [{ name: "send_mail", description: "Sends a mail." }] },
    },
  );
  ({ url } = await gateway.listen({ port: 0 }));
});
afterAll(async () => {
  await gateway.close();
  await closeUpstream();
});

/** The first answer on a connection; rejects where none comes. */
async function exchange(bytes: Buffer): Promise<{ readonly status: number; readonly text: string }> {
  const client = await connectTo(url);
  client.socket.write(bytes);
  await client.closed;
  client.socket.destroy();
  const text = client.text();
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]), text };
}

function expectApiError(text: string): void {
  const { type, error } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  expect([type, typeof error.type, typeof error.message]).toEqual(["error", "string", "string"]);
}

const paths = ["/v1/messages", "/v1/messages/count_tokens", "/admin/search"];
const headerName = fc.stringMatching(/^[a-z][a-z0-9-]{0,15}$/);
const knownName = fc.constantFrom(
  "anthropic-version",
  "anthropic-beta",
  "x-api-key",
  "authorization",
  "toolcrib-key",
  "content-type",
  "content-encoding",
  "accept",
  "origin",
  "cookie",
  "x-session-id",
  "user-agent",
  "__proto__",
  "constructor",
);
/** Any bytes that HTTP lets stand in a header. */
const headerValue = fc.array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
  maxLength: 40,
});
const headers = fc.array(fc.tuple(fc.oneof(knownName, headerName), headerValue), { maxLength: 6 });

const requestBytes = (
  path: string,
  given: readonly (readonly [string, readonly number[]])[],
  body: Uint8Array,
): Buffer =>
  Buffer.concat([
    Buffer.from(`POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}\r\n`),
    ...given.flatMap(([name, value]) => [Buffer.from(`${name}: `), Buffer.from(value), Buffer.from("\r\n")]),
    Buffer.from("\r\n"),
    body,
  ]);

it("W-M6: answers any body in the API's format: an error for anything but a JSON object, on every path that reads one", async () => {
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((json) => new TextEncoder().encode(json)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), body, async (path, bytes) => {
      const { status, text } = await exchange(requestBytes(path, [], bytes));

      expect([400, 404]).toContain(status);
      expectApiError(text);
      expect(problems).toEqual([]);
    }),
    { numRuns },
  );
});

it("answers a valid body whatever its headers, or refuses the request in the API's format", async () => {
  const bodies: Readonly<Record<string, object>> = { "/admin/search": { query: "mail" } };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), headers, async (path, given) => {
      const body = Buffer.from(JSON.stringify(bodies[path] ?? question));

      const { status, text } = await exchange(requestBytes(path, given, body));

      expect([200, 400, 403, 415]).toContain(status);
      if (status !== 200) expectApiError(text);
      expect(problems).toEqual([]);
    }),
    { numRuns },
  );
});

it("answers any JSON as a search of the admin API", async () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const edit = fc.record({ name: fc.oneof(fc.constantFrom("send_mail", "__proto__"), value), description: value });
  const search = fc.record(
    {
      query: fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("select:", "+", "mcp__", "/(a+)+$/", "__proto__"),
        value,
      ),
      limit: fc.oneof(fc.double(), value),
      ranker: fc.oneof(fc.constantFrom("hybrid", "bm25", "regex", "keyword", "__proto__"), value),
      edits: fc.oneof(fc.array(edit, { maxLength: 3 }), value),
    },
    { requiredKeys: ["query"] },
  );
  await fc.assert(
    fc.asyncProperty(search, async (sent) => {
      const response = await fetch(`${url}/admin/search`, { method: "POST", body: JSON.stringify(sent) });
      const text = await response.text();

      expect([200, 400]).toContain(response.status);
      if (response.status !== 200) expectApiError(text);
      expect(problems).toEqual([]);
    }),
    { numRuns },
  );
});
