import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { remoteEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { type RawAnswer, type RawMessage, serveRaw } from "../src/testing/raw-server.ts";
import { maxArrivingBytes, maxMessageBytes } from "../src/wire/message-limit.ts";

afterEach(closeAll);

/** What sockets and streams may hold in addition to what the pool reads. */
const buffersOfSockets = 16 * 1024 * 1024;
const piece = "x".repeat(64 * 1024);

async function openPool(answers: Readonly<Record<string, RawAnswer>>, tools?: readonly unknown[]) {
  const raw = await serveRaw(answers, tools);
  closeLater(() => raw.close());
  const pool = new ServerPool({ entries: [remoteEntry(raw.url)], cacheFolder: null });
  closeLater(() => pool.close());
  await pool.settled(20_000);
  return pool;
}

const run = (pool: ServerPool, input: object = {}) => pool.callTool("mcp__far__run", input);

function beginning(type: string, { id }: RawMessage): string {
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resultType":"complete","content":[{"type":"text","text":"`;
  return type === "text/event-stream" ? `data: ${start}` : start;
}

/** Writes a result without end until the other side closes the connection, and counts what it wrote. */
function endless(type: string): { readonly answer: RawAnswer; readonly closed: Promise<void>[]; written: number } {
  const state = {
    written: 0,
    closed: [] as Promise<void>[],
    answer: ((message, { response }) => {
      response.writeHead(200, { "content-type": type });
      response.write(beginning(type, message));
      state.closed.push(writeOn(response));
    }) satisfies RawAnswer,
  };
  async function writeOn(response: ServerResponse): Promise<void> {
    const closed = once(response, "close");
    while (!response.destroyed) {
      state.written += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), closed]);
    }
  }
  return state;
}

describe("W-MCP13 a message larger than the limit, from a process", () => {
  it.each([
    [
      "bytes",
      "const on = () => process.stdout.write('x'.repeat(65536), on); on();",
      `expected messages of at most ${maxMessageBytes} bytes, got more`,
    ],
    [
      "values",
      'process.stdout.write(\'{"jsonrpc":"2.0","id":0,"result":[\' + \'0,\'.repeat(1e6) + \'0]}\\n\'); setInterval(() => {}, 1e6);',
      "expected simpler messages, got one with more than 1000000 JSON values",
    ],
  ])("ends the process, and the reason is known: %s", async (_what, code, reason) => {
    const program = `process.stdout.on('error', () => process.exit()); ${code}`;
    const pool = new ServerPool({
      entries: [
        {
          name: "near",
          source: "a test",
          transport: "stdio",
          command: process.execPath,
          args: ["-e", program],
          env: {},
          disabled: false,
          alwaysLoad: false,
          policy: [],
        },
      ],
      cacheFolder: null,
    });
    closeLater(() => pool.close());
    await pool.settled(20_000);

    expect(pool.servers()[0]).toMatchObject({
      state: "failed",
      reason: expect.stringContaining(reason),
    });
  });
});

describe("W-MCP13 an answer larger than the limit, over HTTP", () => {
  it.each(["application/json", "text/event-stream"])("ends the call, and is not read on: %s", async (type) => {
    const huge = endless(type);
    const pool = await openPool({ "tools/call": huge.answer });

    await expect(run(pool)).rejects.toMatchObject({
      code: "answer_too_large",
      details: { server: "far", reason: expect.stringContaining(`of at most ${maxMessageBytes} bytes`) },
    });
    await Promise.all(huge.closed);
    expect(huge.written).toBeGreaterThan(maxMessageBytes);
    expect(huge.written).toBeLessThan(maxMessageBytes + buffersOfSockets);
    expect(pool.servers()[0]).toMatchObject({ state: "ready", restarts: 0 });
  });

  it.each(["application/json", "text/event-stream"])("is also not made of 16 parallel ones: %s", async (type) => {
    const quarter = "x".repeat(maxMessageBytes / 4);
    const waiting = new Set<ServerResponse>();
    let refused = 0;
    // Each of them stays within the limit of one message; seven fit into the limit of all.
    const pool = await openPool({
      "tools/call": (message, { response }) => {
        response.writeHead(200, { "content-type": type });
        response.write(`${beginning(type, message)}${quarter}`);
        waiting.add(response);
        response.on("close", () => {
          waiting.delete(response);
          if (++refused === 9) for (const other of waiting) other.end('"}]}}\n\n');
        });
      },
    });

    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => run(pool)));

    const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(codes).toEqual(Array(9).fill("answer_too_large"));
  });

  it("ends 16 parallel calls without end", async () => {
    const huge = endless("application/json");
    const pool = await openPool({ "tools/call": huge.answer });

    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => run(pool)));

    expect(outcomes.map(({ status }) => status)).toEqual(Array(16).fill("rejected"));
    await Promise.all(huge.closed);
  });

  it("does not hold back an event that is complete, byte by byte, while the stream stays open", async () => {
    const pool = await openPool({
      "tools/call": (message, { response }) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const byte of `${beginning("text/event-stream", message)}done"}]}}\r\n\r\n`) response.write(byte);
      },
    });

    expect(textOf(await run(pool))).toBe("done");
  });

  it("counts each event of a stream for itself", async () => {
    const events = Math.ceil(maxArrivingBytes / piece.length) + 1;
    const log = JSON.stringify({
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", data: piece },
    });
    const pool = await openPool({
      "tools/call": (message, { response }) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let at = 0; at < events; at++) response.write(`data: ${log}\r\n\r\n`);
        response.end(`${beginning("text/event-stream", message)}done"}]}}\n\n`);
      },
    });

    expect(textOf(await run(pool))).toBe("done");
  });

  const values = (count: number): string => `[${"0,".repeat(count - 2)}0]`;

  it.each(["application/json", "text/event-stream"])("may also hold too many values: %s", async (type) => {
    const pool = await openPool({
      "tools/call": ({ id }, { response }) => {
        response.writeHead(200, { "content-type": type });
        const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":${values(1_000_001)}}}`;
        response.end(type === "text/event-stream" ? `id: "\ndata: ${text}\n\n` : text);
      },
    });

    await expect(run(pool)).rejects.toMatchObject({
      code: "answer_too_large",
      details: { reason: expect.stringContaining("got one with more than 1000000 JSON values") },
    });
    expect(pool.servers()[0]).toMatchObject({ state: "ready", restarts: 0 });
  });

  const progress = (count: number): string =>
    `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } })}\n\n`.repeat(
      count,
    );

  it.each([
    [4_900, "done"],
    [5_001, "answer_too_large"],
  ])("may come with %i notifications: %s", async (count, outcome) => {
    const pool = await openPool({
      "tools/call": (message, { response }) => {
        response.on("error", () => {});
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`${progress(count)}${beginning("text/event-stream", message)}done"}]}}\n\n`);
      },
    });

    expect(await run(pool).then(textOf, ({ code }: { readonly code: string }) => code)).toBe(outcome);
  });

  it("may not be a batch of more than a hundred messages", async () => {
    const pool = await openPool({
      "tools/call": ({ id }, { response }) => {
        response.writeHead(200, { "content-type": "application/json" });
        const notification = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } };
        const result = { jsonrpc: "2.0", id, result: { resultType: "complete", content: [] } };
        response.end(JSON.stringify([...Array.from({ length: 100 }, () => notification), result]));
      },
    });

    await expect(run(pool)).rejects.toMatchObject({
      code: "answer_too_large",
      details: { reason: expect.stringContaining("at most 100 messages in a batch") },
    });
  });

  it("leaves room for a list of 10,000 tools on one page", async () => {
    const description = "Reads the entries of the calendar. ".repeat(40);
    const tools = Array.from({ length: 10_000 }, (_, at) => ({
      name: `tool_${at}`,
      description,
      inputSchema: { type: "object", properties: { day: { type: "string" } } },
    }));
    const pool = await openPool({}, tools);

    expect(JSON.stringify(tools).length).toBeGreaterThan(14_000_000);
    expect(pool.servers()[0]).toMatchObject({ state: "ready", tools: 10_000 });
  });
});
