import { expect, it, vi } from "vitest";
import { defaultProgramLimits } from "../sandbox/program-limits.ts";
import { encodeResults } from "./encode-results.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const encode = async (values: readonly unknown[], limits: object = {}) => {
  const results = values.map((value, index) => ({ id: index + 1, value }));
  return JSON.parse(await encodeResults(results, ids(values.length), { ...defaultProgramLimits, ...limits })) as {
    readonly id: number;
    readonly isError: boolean;
    readonly value?: unknown;
  }[];
};

/** A value that counts how often it is written. */
function counted(value: unknown) {
  const toJSON = vi.fn(() => value);
  return { value: { a: { toJSON } }, writes: () => toJSON.mock.calls.length };
}

it("writes values as JSON does", async () => {
  const values = [1, "a\n", null, undefined, [undefined], { a: undefined, b: new Date(0) }];

  expect(await encodeResults([{ id: 1, value: () => 1 }], [1], defaultProgramLimits)).toBe(
    '[{"id":1,"isError":false}]',
  );
  expect((await encode(values)).map(({ value }) => value)).toEqual([
    1,
    "a\n",
    null,
    null,
    [null],
    { b: "1970-01-01T00:00:00.000Z" },
  ]);
});

it("writes an object once, however often it is the result, and one that does not change for all steps", async () => {
  const [changing, frozen] = [counted(1), counted(2)];
  Object.freeze(frozen.value);
  for (let step = 0; step < 2; step++) {
    const encoded = await encode([...ids(50).map(() => changing.value), ...ids(50).map(() => frozen.value)]);
    expect(encoded.map(({ value }) => value)).toEqual([
      ...ids(50).map(() => ({ a: 1 })),
      ...ids(50).map(() => ({ a: 2 })),
    ]);
  }

  expect([changing.writes(), frozen.writes()]).toEqual([2, 1]);
});

it("reads no more of a value than fits", async () => {
  let reads = 0;
  const endless = Array.from({ length: 100_000 }, () => "0123456789");
  const value = new Proxy(endless, {
    get: (target, key, receiver) => {
      reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  const [encoded] = await encode([value], { resultLength: 1_000 });

  expect(encoded).toMatchObject({ isError: true, value: expect.stringContaining("more than 1000 characters") });
  expect(reads).toBeLessThan(300);
});

it("leaves turns of the event loop to other work", async () => {
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  await encode(ids(20).map(() => "x".repeat(200_000)));
  clearImmediate(immediate);

  expect(turns).toBeGreaterThanOrEqual(20);
});
