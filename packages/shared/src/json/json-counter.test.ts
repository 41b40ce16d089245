import { describe, expect, it } from "vitest";
import { describeJsonExcess, findJsonExcess, JsonCounter, type JsonLimits } from "./json-counter.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

function count(text: string, limits?: JsonLimits, pieceLength: number = text.length + 1) {
  const counter = new JsonCounter(limits);
  const all = bytes(text);
  let excess: ReturnType<JsonCounter["add"]>;
  for (let at = 0; at < all.length; at += pieceLength) excess = counter.add(all.subarray(at, at + pieceLength));
  return { values: counter.values, excess };
}

function countParsed(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countParsed(item), 1);
}

const samples: readonly unknown[] = [
  {},
  [],
  1,
  null,
  [[], {}, [{}], ""],
  { a: { b: [1, 2, { c: null }] }, d: "x", e: {} },
  { text: 'a "quoted" {text}, [with]: commas \\', more: ["\\", '\\"', '\\\\"', ""] },
  { long: `${"x".repeat(63)}\\"${"y,{".repeat(100)}\\`, other: [`${"\\".repeat(131)}"`, "é漢字😀,".repeat(40)] },
];

describe("JsonCounter", () => {
  it.each(samples.map((sample) => [JSON.stringify(sample), sample]))("counts the values of %s", (text, sample) => {
    const spaced = JSON.stringify(sample, undefined, 2);
    for (const json of [text as string, spaced]) {
      for (let pieceLength = 1; pieceLength <= 80; pieceLength++) {
        expect(count(json, undefined, pieceLength)).toEqual({ values: countParsed(sample), excess: undefined });
      }
    }
  });

  it.each<[string, JsonLimits, string, string | undefined]>([
    ["values", { values: 4, keys: 9, depth: 9 }, "[1,2,3]", undefined],
    ["values", { values: 4, keys: 9, depth: 9 }, "[1,2,{}, []]", "more than 4 JSON values in its first 8 bytes"],
    ["keys", { values: 99, keys: 2, depth: 9 }, '[{"a":{"x":1},"b":2},{"c":3}]', undefined],
    [
      "keys",
      { values: 99, keys: 2, depth: 9 },
      '{"a":{"x":1},"b":2,"a":3}',
      "more than 2 keys in one object in its first 23 bytes",
    ],
    ["depth", { values: 99, keys: 9, depth: 2 }, '[{},["[[["]]', undefined],
    ["depth", { values: 99, keys: 9, depth: 2 }, '[{"a":[]}]', "more than 2 levels of nesting in its first 7 bytes"],
    [
      "values of one level",
      { values: 3, keys: 9, depth: 9 },
      "[[[[]]]]",
      "more than 3 JSON values in its first 4 bytes",
    ],
    ["what is not JSON", { values: 3, keys: 9, depth: 9 }, ",,,,", "more than 3 JSON values in its first 4 bytes"],
  ])("limits %s to %j: %s", (_what, limits, text, expected) => {
    for (const excess of [count(text, limits).excess, count(text, limits, 1).excess, findJsonExcess(text, limits)]) {
      expect(excess && describeJsonExcess(excess)).toBe(expected);
    }
  });

  it("counts no further when a limit is exceeded", () => {
    const counter = new JsonCounter({ values: 3, keys: 9, depth: 9 });
    const excess = counter.add(bytes("[1,2,3,4"));
    const { values } = counter;
    expect(counter.add(bytes(",5,6,7]"))).toBe(excess);
    expect(counter.values).toBe(values);
  });

  it("counts another text after a reset, whatever the text before ended in", () => {
    const limits = { values: 4, keys: 2, depth: 3 };
    for (const before of ['{"a":1,"b":2,"c":3', "[[[[", '["\\', "1:1:1:"]) {
      const counter = new JsonCounter(limits);
      counter.add(bytes(before));
      counter.reset();
      expect(counter.add(bytes('{"a":[1],"b":2}'))).toBeUndefined();
      expect(counter.values).toBe(4);
    }
  });

  it("allows what real bodies hold, and refuses what only an attack does", () => {
    const tool = {
      name: "tool",
      description: "d",
      input_schema: { type: "object", properties: { a: { type: "string" } } },
    };
    const body = { model: "m", tools: Array.from({ length: 10_000 }, () => tool), messages: [] };
    expect(findJsonExcess(JSON.stringify(body))).toBeUndefined();
    expect(findJsonExcess(`[${"{},".repeat(1_000_000)}{}]`)?.limit).toBe("values");
    expect(findJsonExcess(`{${'"k":1,'.repeat(20_000)}"k":1}`)?.limit).toBe("keys");
    expect(findJsonExcess("[".repeat(1_000_000))).toMatchObject({ limit: "depth", bytes: 401 });
  });
});

describe("findJsonExcess", () => {
  it("counts texts of any length and alphabet", () => {
    const text = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => `漢"${index}😀`));
    expect(findJsonExcess(text, { values: 30_001, keys: 1, depth: 1 })).toBeUndefined();
    expect(findJsonExcess(text, { values: 30_000, keys: 1, depth: 1 })?.limit).toBe("values");
  });
});
