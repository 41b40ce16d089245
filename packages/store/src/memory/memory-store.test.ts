import { describe, expect, it } from "vitest";
import { storeSuite } from "../suites/store-suite.ts";
import { MemoryStore } from "./memory-store.ts";

describe("the store in memory", () => {
  it.each(storeSuite((now) => new MemoryStore(now)))("$title", ({ run }) => run());

  it("makes room for newer values, and does not keep one that is too large", async () => {
    const store = new MemoryStore(() => 0, { bytes: 400, valueBytes: 200 });
    const key = (id: string) => ({ namespace: "n", owner: "o", id });
    for (const id of ["a", "b", "c"]) await store.set(key(id), { text: "x".repeat(30) }, { milliseconds: 1 });
    await store.set(key("large"), { text: "x".repeat(60) }, { milliseconds: 1 });
    const found = await store.get(["a", "b", "c", "large"].map(key));

    expect(found.map((value) => value !== undefined)).toEqual([false, true, true, false]);
  });
});
