import { expect, it } from "vitest";
import { hashOfBlindSet, readBlindSet } from "./blind-set.ts";

it("is as it was frozen", () => {
  expect(hashOfBlindSet()).toBe("2f7111aad7eb124552eda79108a90e3ad252c58471ef87d80a9fc14ea10d90d7");
});

it("holds 25 servers, and tools for every request that has gold", () => {
  const { tools, queries } = readBlindSet();
  const names = new Set(tools.map(({ name }) => name));
  const unknown = queries.flatMap(({ needed }) => needed.flat()).filter((name) => !names.has(name));
  const count = (kind: string) => queries.filter((query) => query.kind === kind).length;

  expect(new Set(tools.map(({ server }) => server)).size).toBe(25);
  expect(unknown).toEqual([]);
  expect(queries.filter(({ kind, needed }) => needed.length === 0 && /people|model|mistyped/.test(kind))).toEqual([]);
  expect([count("people"), count("model"), count("near-miss") + count("nothing")]).toEqual([288, 286, 120]);
});
