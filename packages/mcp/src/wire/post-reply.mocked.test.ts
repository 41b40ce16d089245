import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PostReply } from "./post-reply.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  ["before anything was sent", 0],
  ["after the reply became a stream", 1_000],
])("leaves nothing running for a client that disconnects %s", (_when, milliseconds) => {
  const response = Object.assign(new EventEmitter(), { writeHead: vi.fn(), flushHeaders: vi.fn(), write: vi.fn() });
  new PostReply(response as unknown as ServerResponse, {}, [1], false);
  vi.advanceTimersByTime(milliseconds);
  expect(vi.getTimerCount()).toBe(1);

  response.emit("close");

  expect(vi.getTimerCount()).toBe(0);
});
