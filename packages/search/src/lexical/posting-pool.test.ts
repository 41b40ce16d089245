import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PostingPool } from "./posting-pool.ts";

/** Creates lists, appends to them and filters them, here and in plain arrays. */
type Step =
  | { readonly kind: "add list" }
  | { readonly kind: "append"; readonly list: number; readonly values: readonly number[] }
  | { readonly kind: "retain"; readonly list: number; readonly divisor: number }
  | { readonly kind: "round trip" };

const value = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ kind: "add list" }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      list: fc.nat(20),
      values: fc.array(value, { maxLength: 70, size: "max" }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("retain" as const),
      list: fc.nat(20),
      divisor: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: "round trip" }) },
);

function listsOf(pool: PostingPool): number[][] {
  return Array.from({ length: pool.lists }, (_, list) => {
    const start = pool.startOf(list);
    return [...pool.data.subarray(start, start + pool.lengthOf(list))];
  });
}

/** The pool after a step; the plain lists are changed in place. */
function take(next: Step, pool: PostingPool, plain: number[][]): PostingPool {
  if (next.kind === "add list") {
    expect(pool.addList()).toBe(plain.length);
    plain.push([]);
  } else if (next.kind === "round trip") {
    return PostingPool.fromArrays(pool.toArrays());
  } else if (plain.length > 0) {
    const list = next.list % plain.length;
    if (next.kind === "append") {
      for (const one of next.values) pool.append(list, one);
      plain[list]?.push(...next.values);
    } else {
      const keep = (one: number): boolean => one % next.divisor === 0;
      pool.retain(list, keep);
      plain[list] = plain[list]?.filter(keep) ?? [];
    }
  }
  return pool;
}

describe("PostingPool", () => {
  it("holds what plain arrays would hold, through appends, sweeps and round trips", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
        let pool = new PostingPool();
        const plain: number[][] = [];
        for (const next of steps) pool = take(next, pool, plain);
        expect(listsOf(pool)).toEqual(plain);
      }),
    );
  });

  it("grows past its first sizes, of lists and of values", () => {
    const pool = new PostingPool();
    for (let list = 0; list < 1_000; list++) {
      pool.addList();
      for (let number = 0; number <= list % 40; number++) pool.append(list, list * 100 + number);
    }
    expect(listsOf(pool)[999]).toEqual(Array.from({ length: 40 }, (_, number) => 99_900 + number));
  });

  it("reuses the space of shortened lists", () => {
    const pool = new PostingPool();
    pool.addList();
    for (let round = 0; round < 200; round++) {
      for (let number = 0; number < 100; number++) pool.append(0, number);
      pool.retain(0, () => false);
    }
    expect(pool.data.length).toBe(new PostingPool().data.length);
  });
});
