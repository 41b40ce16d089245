import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { text, user } from "../testing/answering/blocks.ts";
import { emptyHistory, extendHistory } from "./visible-history.ts";

const historyOf = (...messages: readonly Message[]) => messages.reduce(extendHistory, emptyHistory);
const setting: Message = { role: "system", content: [] };

describe("the hash of a conversation", () => {
  it("depends on every message and their order", () => {
    const [first, second] = [user("a"), user("b")];

    expect(historyOf(first, second)).toBe(historyOf(user("a"), user("b")));
    expect(historyOf(first, second)).not.toBe(historyOf(second, first));
    expect(historyOf(first, second)).not.toBe(historyOf(second));
    expect(historyOf(first, second)).toBe(historyOf(first, second));
  });

  it("ignores an empty system message, and no other", () => {
    const before = historyOf(user("a"));

    expect(extendHistory(before, setting)).toBe(before);
    expect(extendHistory(before, { role: "system", content: [text("Be brief.")] })).not.toBe(before);
    expect(extendHistory(before, { role: "user", content: [] })).not.toBe(before);
    expect(extendHistory(before, { role: "assistant", content: [] })).not.toBe(before);
  });
});
