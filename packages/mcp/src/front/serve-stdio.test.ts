import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { serveFrontOnStdio } from "../index.ts";
import { closeFronts, openFront } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

async function open() {
  const { front } = await openFront({ entries: [scriptedEntry("a")] });
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const served = serveFrontOnStdio(front, { stdin, stdout });
  const answers = stdout[Symbol.asyncIterator]();
  let rest = "";
  const next = async (): Promise<Record<string, unknown>> => {
    for (;;) {
      const end = rest.indexOf("\n");
      if (end >= 0) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 1);
        const message = JSON.parse(line);
        if (message.method === undefined) return message;
        continue;
      }
      rest += String((await answers.next()).value);
    }
  };
  const ask = async (id: number, method: string, params: object = {}) => {
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return next();
  };
  return { stdin, served, ask, next };
}

const clientInfo = { name: "raw", version: "1" };
const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };

describe("the front on standard input and output", () => {
  it("serves a client of the 2025 protocol", async () => {
    const { ask } = await open();

    expect(await ask(1, "initialize", hello)).toMatchObject({ id: 1, result: { serverInfo: { name: "toolcrib" } } });
    expect(await ask(2, "tools/call", { name: "mcp__a__echo", arguments: { text: "hi" } })).toMatchObject({
      id: 2,
      result: { content: [{ text: "hi" }] },
    });
  });

  it("answers a batch of up to a hundred requests, and refuses a larger one", async () => {
    const { stdin, ask, next } = await open();
    await ask(1, "initialize", hello);
    const batch = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ jsonrpc: "2.0", id: at + 2, method: "ping" }));
    stdin.write(`${JSON.stringify(batch(100))}\n`);
    expect(await next()).toHaveLength(100);
    stdin.write(`${JSON.stringify(batch(101))}\n`);
    expect(await next()).toMatchObject({ error: { message: "Expected at most 100 messages in a batch" } });
  });

  it("serves a client of the 2026 protocol", async () => {
    const { ask } = await open();
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": clientInfo,
      "io.modelcontextprotocol/clientCapabilities": {},
    };

    expect(await ask(1, "tools/call", { name: "mcp__a__echo", arguments: { text: "hi" }, _meta })).toMatchObject({
      id: 1,
      result: { content: [{ text: "hi" }] },
    });
  });

  it("answers invalid messages with an error, and continues", async () => {
    const { stdin, ask, next } = await open();
    await ask(1, "initialize", hello);

    stdin.write("hello\n");
    expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
    stdin.write('{"jsonrpc":"2.0","id":5,"method":"ping","params":false}\n');
    expect(await next()).toMatchObject({ id: 5, error: { code: -32600 } });
    expect(await ask(2, "tools/call", {})).toMatchObject({ id: 2, error: { code: -32602 } });
    expect(await ask(3, "no/such/method")).toMatchObject({ id: 3, error: { code: -32601 } });
    expect(await ask(4, "ping")).toMatchObject({ id: 4, result: {} });
  });

  it("reads messages that come in pieces", async () => {
    const { stdin, ask, next } = await open();
    await ask(1, "initialize", hello);
    const text = "Grüße 👋";
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "mcp__a__echo", arguments: { text } } };

    for (const byte of Buffer.from(`${JSON.stringify(call)}\n`)) stdin.write(Buffer.from([byte]));

    expect(await next()).toMatchObject({ result: { content: [{ text }] } });
  });

  it("ends with its client", async () => {
    const { stdin, served, ask } = await open();
    await ask(1, "initialize", hello);

    stdin.end();

    await expect(served.closed).resolves.toBeUndefined();
    await served.close();
  });
});
