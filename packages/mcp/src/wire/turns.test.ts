import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { limitMessages } from "../pool/limit-messages.ts";
import { LineReader } from "./line-reader.ts";

/** How many turns the event loop makes meanwhile. */
async function turnsDuring(run: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await run();
  isOver = true;
  return turns;
}

const message = JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress" });

it("timers and other connections get a turn after each hundred messages of a response", async () => {
  const events = Buffer.from(`data: ${message}\n\n`.repeat(5_000));
  const fetch = limitMessages(async () => new Response(events, { headers: { "content-type": "text/event-stream" } }));
  let length = 0;
  const turns = await turnsDuring(async () => {
    const { body } = await fetch("http://localhost/mcp", { method: "POST", body: "{}" });
    for await (const chunk of body ?? []) length += chunk.length;
  });

  expect(length).toBe(events.length);
  expect(turns).toBeGreaterThanOrEqual(50);
});

it("timers and other streams get a turn after each hundred lines of a process, and no line is lost", async () => {
  const input = new PassThrough();
  const seen: unknown[] = [];
  const turns = await turnsDuring(async () => {
    const reader = new LineReader(input, {
      onValue: (value) => seen.push(value),
      onOther: (line) => seen.push(line),
      onTooLarge: (error) => seen.push(error),
    });
    input.end(Array.from({ length: 5_000 }, (_, at) => `${at}\n`).join(""));
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(5_000);
    reader.stop();
  });

  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, at) => at));
  expect(turns).toBeGreaterThanOrEqual(49);
});
