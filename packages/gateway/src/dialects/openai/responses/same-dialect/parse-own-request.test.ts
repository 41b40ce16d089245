import { describe, expect, it } from "vitest";
import { parseOwnRequest } from "./parse-own-request.ts";

const received = {
  kind: "messages",
  limits: { tools: 10, deferredTools: 10 },
  countKept: () => {},
  kept: { get: () => undefined, set: () => {}, delete: () => false },
} as unknown as Parameters<typeof parseOwnRequest>[1];

describe("a request for an upstream that speaks the Responses API", () => {
  it("looks through a list of tools once, however many requests send it", () => {
    let reads = 0;
    const tool = {
      type: "function",
      name: "add",
      get parameters() {
        reads += 1;
        return { type: "object" };
      },
    };
    const tools = [tool];
    const parse = () => parseOwnRequest({ model: "m", input: "Hi", tools }, received);
    parse();
    const readsOfFirst = reads;
    parse();

    expect(readsOfFirst).toBeGreaterThan(0);
    expect(reads).toBe(readsOfFirst);
  });
});
