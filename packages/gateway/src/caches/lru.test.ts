import { describe, expect, it } from "vitest";
import { Lru } from "./lru.ts";

describe("an Lru", () => {
  it("drops the least recently used entry if there are too many", () => {
    const dropped: string[] = [];
    const lru = new Lru<string, string>(2, (value) => dropped.push(value));
    lru.set("a", "A");
    lru.set("b", "B");
    lru.get("a");
    lru.set("c", "C");

    expect([lru.get("a"), lru.get("b"), lru.get("c")]).toEqual(["A", undefined, "C"]);
    expect(dropped).toEqual(["B"]);
  });

  it("respects a count and a total size together", () => {
    const dropped: string[] = [];
    const lru = new Lru<string, string>({ maxEntries: 2, maxSize: 10, sizeOf: ({ length }) => length }, (value) =>
      dropped.push(value),
    );
    for (const value of ["1", "12", "123"]) lru.set(value, value);
    expect([lru.size, dropped]).toEqual([2, ["1"]]);
    lru.set("d", "123456789");
    expect([lru.size, dropped]).toEqual([1, ["1", "12", "123"]]);
  });

  it("respects a total size when values are replaced, deleted and cleared", () => {
    const lru = new Lru<string, string>({ maxSize: 10, sizeOf: ({ length }) => length });
    lru.set("a", "12345");
    lru.set("b", "12345");
    lru.set("b", "1");
    lru.set("c", "1234");
    expect(lru.size).toBe(3);
    lru.set("d", "1");
    expect([lru.get("a"), lru.size]).toEqual([undefined, 3]);
    lru.delete("c");
    lru.set("e", "12345678");
    expect([lru.get("b"), lru.get("d"), lru.get("e")]).toEqual(["1", "1", "12345678"]);
    lru.clear();
    expect(lru.size).toBe(0);
  });

  it("drops a value that is larger than everything together, and keeps the others", () => {
    const dropped: string[] = [];
    const lru = new Lru<string, string>({ maxSize: 10, sizeOf: ({ length }) => length }, (value) =>
      dropped.push(value),
    );
    lru.set("a", "12345");
    lru.set("b", "x".repeat(11));

    expect([lru.get("a"), lru.get("b"), lru.size]).toEqual(["12345", undefined, 1]);
    expect(dropped).toEqual(["x".repeat(11)]);
  });

  it("returns what it held, least recently used first, when it is cleared", () => {
    const dropped: string[] = [];
    const lru = new Lru<string, string>(3, (value) => dropped.push(value));
    for (const name of ["a", "b", "c"]) lru.set(name, name);
    lru.get("a");

    expect(lru.clear()).toEqual(["b", "c", "a"]);
    expect([lru.size, dropped]).toEqual([0, []]);
  });

  it("counts a value that grows with its new size once it is stored again", () => {
    const lru = new Lru<string, { size: number }>({ maxSize: 10, sizeOf: ({ size }) => size });
    for (const key of ["a", "b", "c"]) {
      const value = { size: 1 };
      lru.set(key, value);
      value.size = 5;
      lru.set(key, value);
    }

    expect([lru.get("a")?.size, lru.get("b")?.size, lru.get("c")?.size]).toEqual([undefined, 5, 5]);
  });
});
