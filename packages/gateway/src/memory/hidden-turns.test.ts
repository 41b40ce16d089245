import { describe, expect, it } from "vitest";
import type { InnerTurns } from "../conversation/inner-conversation.ts";
import { text } from "../testing/answering/blocks.ts";
import { HiddenTurns } from "./hidden-turns.ts";

function turns(said: string): InnerTurns {
  return { leading: [], messages: [{ role: "assistant", content: [text(said)] }], trailing: [], open: [] };
}

describe("hidden turns", () => {
  it("are found by their key, also if the same text occurs twice", () => {
    const hidden = new HiddenTurns();
    hidden.remember("key", turns("a"));
    hidden.remember("key", turns("a"));

    expect(hidden.find("key")).toEqual(turns("a"));
    expect(hidden.find("other")).toBeUndefined();
  });

  it.each([
    ["different turns", [turns("a"), turns("b")]],
    ["a turn and nothing hidden", [turns("a"), undefined]],
    ["nothing hidden and a turn", [undefined, turns("a")]],
    ["different turns, then one of them again", [turns("a"), turns("b"), turns("a")]],
  ])("are not found if one key has led to %s", (_name, remembered) => {
    const hidden = new HiddenTurns();
    for (const each of remembered) hidden.remember("key", each);

    expect(hidden.find("key")).toBeUndefined();
  });

  it("are bounded in bytes: the most recently used stay, whatever their number", () => {
    const hidden = new HiddenTurns();
    const long = "x".repeat(100_000);
    for (let number = 0; number < 1_000; number++) {
      hidden.remember(`key ${number}`, turns(`${number} ${long}`));
      hidden.find("key 0");
    }
    const kept = Array.from({ length: 1_000 }, (_, number) => hidden.find(`key ${number}`)).filter(Boolean);

    expect(hidden.find("key 0")).toBeDefined();
    expect(hidden.find("key 1")).toBeUndefined();
    expect(kept.length * long.length).toBeGreaterThan(10_000_000);
    expect(kept.length * long.length).toBeLessThan(32 * 1_024 * 1_024);
  });

  it("are not kept if one alone would evict the others", () => {
    const hidden = new HiddenTurns();
    hidden.remember("small", turns("a"));
    hidden.remember("large", turns("x".repeat(40_000_000)));

    expect(hidden.find("large")).toBeUndefined();
    expect(hidden.find("small")).toBeDefined();
  });

  it("are bounded in number however short they are, because each entry takes memory", () => {
    const hidden = new HiddenTurns();
    const numbers = Array.from({ length: 10_000 }, (_, number) => number);
    for (const number of numbers) hidden.remember(`key ${number}`, turns(`${number}`));
    const kept = numbers.filter((number) => hidden.find(`key ${number}`) !== undefined);

    expect(kept.length).toBeGreaterThan(5_000);
    expect(kept.length).toBeLessThan(8_000);
  });

  it("can be replayed after a turn hid something", () => {
    const hidden = new HiddenTurns();
    hidden.remember("key", undefined);
    expect(hidden.isEmpty).toBe(true);

    hidden.remember("other", turns("a"));
    expect(hidden.isEmpty).toBe(false);
  });
});
