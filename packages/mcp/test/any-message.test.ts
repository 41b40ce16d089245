import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ServerPool } from "../src/index.ts";
import { scriptedEntry } from "../src/testing/scripted-entry.ts";
import { serveFront } from "../src/testing/serve-front.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const modern = { "mcp-protocol-version": "2026-07-28" };
const clientInfo = { name: "any", version: "1" };
let url: string;
let session: Readonly<Record<string, string>>;
const closers: (() => Promise<unknown>)[] = [];

const post = (body: string, headers: Readonly<Record<string, string>>) =>
  fetch(url, { method: "POST", headers: { ...json, ...headers }, body, signal: AbortSignal.timeout(20_000) });

beforeAll(async () => {
  const pool = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder: null, endMilliseconds: 300 });
  const served = await serveFront({ pool });
  closers.push(
    () => served.close(),
    () => pool.close(),
  );
  ({ url } = served);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const opened = await post(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }), {});
  session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
}, 30_000);
afterAll(async () => {
  for (const close of closers) await close();
});

const value = fc.jsonValue({ maxDepth: 3 });
const name = fc.constantFrom("search_tools", "call_tool", "describe_tool", "mcp__a__echo", "__proto__", "constructor");
const meta = fc.record(
  {
    progressToken: value,
    "io.modelcontextprotocol/protocolVersion": fc.oneof(fc.constant("2026-07-28"), value),
    "io.modelcontextprotocol/clientInfo": fc.oneof(fc.constant(clientInfo), value),
    "io.modelcontextprotocol/clientCapabilities": fc.oneof(fc.constant({}), value),
  },
  { requiredKeys: [] },
);
const params = fc.oneof(
  value,
  fc.record(
    {
      name: fc.oneof(name, value),
      arguments: fc.oneof(
        value,
        fc.record({ query: value, name: fc.oneof(name, value), arguments: value, limit: value }),
      ),
      uri: value,
      cursor: value,
      level: value,
      ref: value,
      argument: value,
      _meta: fc.oneof(meta, value),
    },
    { requiredKeys: [] },
  ),
);
// Without those that wait for something, such as `subscriptions/listen`: their answer is a stream that does not end.
const method = fc.constantFrom(
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/read",
  "resources/subscribe",
  "resources/templates/list",
  "completion/complete",
  "logging/setLevel",
  "ping",
  "server/discover",
  "initialize",
  "tasks/get",
  "nope",
  "__proto__",
  "notifications/cancelled",
);
const request = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 20, arbitrary: fc.constant("2.0") }, value),
    id: fc.oneof({ weight: 20, arbitrary: fc.integer() }, fc.string(), value),
    method: fc.oneof({ weight: 20, arbitrary: method }, value),
    params,
    extra: value,
  },
  { requiredKeys: ["jsonrpc", "id", "method"] },
);
const body = fc.oneof(
  { weight: 8, arbitrary: request.map((message) => JSON.stringify(message)) },
  { weight: 1, arbitrary: fc.array(request, { maxLength: 3 }).map((batch) => JSON.stringify(batch)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

/** The messages of an answer, which is JSON or a stream of events. */
function messagesIn(text: string): readonly { readonly error?: { readonly code: number }; readonly result?: object }[] {
  if (text === "") return [];
  const parts =
    text.startsWith("{") || text.startsWith("[")
      ? [text]
      : [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data);
  return parts.flatMap((part) => JSON.parse(part ?? ""));
}

/** One for each kind of answer, so that every run sees them all. */
const examples: [string, "session"][] = [
  { method: "ping" },
  { method: "ping", params: false },
  { method: "nope" },
  { method: "resources/read", params: {} },
].map((fields) => [JSON.stringify({ jsonrpc: "2.0", id: 1, ...fields }), "session"]);

it("W-MCP12 answers any message as the protocol requires: never late, never with an internal error", async () => {
  const headers = fc.constantFrom("session", "none", "modern", "unknown session", "unknown version");
  const codes = new Set<number | "result">();
  await fc.assert(
    fc.asyncProperty(body, headers, async (sent, kind) => {
      const given = {
        session,
        none: {},
        modern,
        "unknown session": { "mcp-session-id": "x" },
        "unknown version": { ...session, "mcp-protocol-version": "9999-99-99" },
      }[kind];

      const response = await post(sent, given);
      const answers = messagesIn(await response.text());

      expect([200, 202, 400, 404]).toContain(response.status);
      expect(answers.length > 0).toBe(response.status !== 202);
      for (const { error, result } of answers) {
        const code = error?.code ?? "result";
        codes.add(code);
        expect(code).not.toBe(-32_603);
        expect(error ?? result).toBeTypeOf("object");
      }
    }),
    { numRuns: numRuns * 3, examples },
  );
  expect([...codes]).toEqual(expect.arrayContaining([-32_600, -32_601, -32_602, "result"]));
}, 120_000);
