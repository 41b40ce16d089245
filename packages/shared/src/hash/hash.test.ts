import { describe, expect, it } from "vitest";
import { hashBytes } from "./hash-bytes.ts";
import { hashText } from "./hash-text.ts";

describe("hashText", () => {
  it("keeps its values, which are used in names, ids and snapshots", () => {
    expect(hashText("")).toBe("1aee8d83488bdcb8");
    expect(hashText("mcp__github__create_issue")).toBe("837bcf6970348c38");
    expect(hashText("пример 例 🙂")).toBe("5ca0da3acf185e0a");
  });

  it("spreads texts that differ little", () => {
    const texts = Array.from({ length: 20_000 }, (_, number) => `tool ${number}`);

    expect(new Set(texts.map(hashText)).size).toBe(texts.length);
    expect(new Set(texts.map((text) => hashText(text).slice(0, 8))).size).toBeGreaterThan(texts.length - 5);
    expect(hashText("ab")).not.toBe(hashText("ba"));
  });
});

describe("hashBytes", () => {
  it("keeps its values, which are used in snapshots", () => {
    expect(hashBytes(new Uint8Array())).toBe("ab3e7c0b");
    expect(hashBytes(new Uint8Array([1, 2, 3]))).toBe("4e63a65b");
  });

  it("differs if one bit differs", () => {
    const hashes = Array.from({ length: 256 }, (_, byte) => hashBytes(new Uint8Array([0, byte])));

    expect(new Set(hashes).size).toBe(256);
  });
});
