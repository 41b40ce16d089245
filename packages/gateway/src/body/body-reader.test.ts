import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAtRandom } from "../testing/cut-bytes.ts";
import { BodyReader } from "./body-reader.ts";

interface Body {
  readonly tools?: readonly unknown[];
  readonly messages: readonly unknown[];
}

const read = (reader: BodyReader, text: string): Body => reader.read([Buffer.from(text)]) as Body;
const acceptAll = { part: (): void => {}, items: () => ({ objects: 0, values: 0, inexact: 0 }) };
const tools = [
  { name: "a", description: 'says "hi" \\ and [brackets]' },
  { name: "ü", input_schema: { type: "object" } },
];
const first = { role: "user", content: "Hello" };
const second = { role: "assistant", content: [{ type: "text", text: "Hi }]" }] };
const third = { role: "user", content: "And?" };

describe("BodyReader", () => {
  it("returns the same tools array for the same bytes", () => {
    const reader = new BodyReader(acceptAll);

    const one = read(reader, JSON.stringify({ model: "m", tools, messages: [first] }));
    const other = read(reader, JSON.stringify({ messages: [second], stream: true, tools }));

    expect(one.tools).toEqual(tools);
    expect(other.tools).toBe(one.tools);
  });

  it("recognises the tools wherever their bytes are split", () => {
    const reader = new BodyReader(acceptAll);
    const text = JSON.stringify({ model: "m", tools, messages: [first], stream: true });
    const one = read(reader, text);
    const bytes = Buffer.from(text);

    for (let place = 0; place <= bytes.length; place++) {
      const body = reader.read([bytes.subarray(0, place), bytes.subarray(place)]) as Body;
      expect(body).toEqual(JSON.parse(text));
      expect(body.tools).toBe(one.tools);
      expect(body.messages[0]).toBe(one.messages[0]);
    }
  });

  it("returns another array if a byte differs", () => {
    const reader = new BodyReader(acceptAll);

    const one = read(reader, JSON.stringify({ tools, messages: [first] }));
    const other = read(reader, JSON.stringify({ tools: [...tools, { name: "b" }], messages: [first] }));
    const spaced = read(reader, JSON.stringify({ tools, messages: [first] }, undefined, 1));

    expect(other.tools).toHaveLength(3);
    expect(spaced.tools).toEqual(one.tools);
    expect(spaced.tools).not.toBe(one.tools);
  });

  it("returns the same objects for earlier messages of a conversation", () => {
    const reader = new BodyReader(acceptAll);

    const one = read(reader, JSON.stringify({ tools, messages: [first, second] }));
    const other = read(reader, JSON.stringify({ tools, messages: [first, second, third] }));
    const again = read(reader, JSON.stringify({ tools, messages: [first, second, third, second] }));

    expect(other.messages).toEqual([first, second, third]);
    expect(other.messages[0]).toBe(one.messages[0]);
    expect(other.messages[1]).toBe(one.messages[1]);
    expect(again.messages[2]).toBe(other.messages[2]);
  });

  it("distinguishes many conversations, also those with the same beginning", () => {
    const reader = new BodyReader(acceptAll);
    const turns = ["a", "b", "c", "d", "e", "f", "g", "h"].map((content) => ({ role: "user", content }));
    const conversation = (number: number) => [
      { role: "user", content: number % 2 === 0 ? "Hello" : `Hello ${number}` },
      ...turns,
      { role: "user", content: `Question ${number}` },
    ];
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    const before = numbers.map((number) => read(reader, JSON.stringify({ messages: conversation(number) })).messages);

    for (const number of numbers) {
      const text = JSON.stringify({ messages: [...conversation(number), third] });
      const { messages } = read(reader, text);

      expect(messages).toEqual(JSON.parse(text).messages);
      expect(messages[8]).toBe(before[number % 2 === 0 ? 0 : number]?.[8]);
    }
  });

  it("keeps the messages before one that changed", () => {
    const reader = new BodyReader(acceptAll);

    const one = read(reader, JSON.stringify({ messages: [first, { ...second, cache: 1 }] }));
    const other = read(reader, JSON.stringify({ messages: [first, second, third] }));

    expect(other.messages).toEqual([first, second, third]);
    expect(other.messages[0]).toBe(one.messages[0]);
  });

  it.each([
    ["tools in a message", `{"messages":[{"tools":${JSON.stringify(tools)}}]}`],
    ["tools in a message and at the top", `{"messages":[{"tools":${JSON.stringify(tools)}}],"tools":[1]}`],
    ["two tools, the known one first", `{"tools":${JSON.stringify(tools)},"tools":[1],"messages":[]}`],
    ["two tools, the known one last", `{"tools":[1],"tools":${JSON.stringify(tools)},"messages":[]}`],
    ["a key spelt with an escape", `{"tools":${JSON.stringify(tools)},"\\u0074ools":[2]}`],
    ["a key that ends in the word", `{"x\\"tools":${JSON.stringify(tools)},"messages":[]}`],
    ["the known text inside a string", JSON.stringify({ system: `"tools":${JSON.stringify(tools)}` })],
    ["two messages, the known one first", `{"messages":[${JSON.stringify(first)}],"messages":[{"a":1}]}`],
    ["two messages, the known one last", `{"messages":[{"a":1}],"messages":[${JSON.stringify(first)}]}`],
    ["messages that are no objects", `{"messages":[${JSON.stringify(first)},12,"x",null]}`],
    ["messages that go on where a known one ended", `{"messages":[${JSON.stringify(first)},[1]]}`],
    ["space everywhere", JSON.stringify({ tools, messages: [first, second] }, undefined, "\t")],
    ["an array", `[{"tools":${JSON.stringify(tools)}}]`],
    ["a key called __proto__", `{"__proto__":{"tools":[]},"tools":${JSON.stringify(tools)}}`],
  ])("reads what JSON.parse reads: %s", (_name, text) => {
    const reader = new BodyReader(acceptAll);
    read(reader, JSON.stringify({ tools, messages: [first] }));

    for (let turn = 0; turn < 2; turn++) {
      expect(JSON.stringify(reader.read([Buffer.from(text)]))).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it.each([
    "",
    "{",
    '{"tools":[',
    '{"tools":[1]',
    '{"tools":[1]}}',
    '{"messages":[{"a":"}',
    "\u00ff",
    '{"tools":[1}]}',
  ])("refuses %j as not valid JSON", (text) => {
    expect(() => new BodyReader(acceptAll).read([Buffer.from(text)])).toThrow(/not valid JSON/);
  });

  it("refuses broken JSON around tools that are known", () => {
    const reader = new BodyReader(acceptAll);
    read(reader, JSON.stringify({ tools, messages: [first] }));

    expect(() => read(reader, `{"tools":${JSON.stringify(tools)} "messages":[]}`)).toThrow(/not valid JSON/);
  });

  it("reads what JSON.parse reads, whatever it read before", () => {
    const key = fc.constantFrom("tools", "messages", "model", 'x"tools', "\\", "ü", "content", "__proto__");
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(tools, [first], [first, second], [first, second, third], first, '"tools":[1]', "\\", 1, null),
        fc.string({ unit: "binary", maxLength: 6 }),
        fc.array(tie("value"), { maxLength: 4 }),
        entries(tie("value")),
      ),
    }));
    // Written by hand, because an object cannot have duplicate keys.
    function entries(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
      return fc.array(fc.tuple(key, values), { maxLength: 5 }).map((pairs) => ({ toJSON: () => pairs, pairs }));
    }
    const text = fc.tuple(entries(value), fc.boolean()).map(([body, isSpaced]) => write(body, isSpaced ? " \n" : ""));

    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), (texts) => {
        const reader = new BodyReader(acceptAll);
        for (const [number, json] of [...texts, ...texts].entries()) {
          const pieces = number < texts.length ? [Buffer.from(json)] : cut(json, number);
          expect(JSON.stringify(reader.read(pieces))).toBe(JSON.stringify(JSON.parse(json)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("agrees with JSON.parse about what is broken", () => {
    const whole = JSON.stringify({ model: "m", tools, messages: [first, second] });
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.nat(whole.length), fc.nat(6), fc.constantFrom("", '"', "[", "]", "{", "}", ",", "\\", "1")),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        (edits) => {
          const reader = new BodyReader(acceptAll);
          reader.read([Buffer.from(whole)]);
          let text = whole;
          for (const [at, removed, added] of edits) text = text.slice(0, at) + added + text.slice(at + removed);
          expect(outcome(() => reader.read(cut(text, text.length)))).toBe(outcome(() => JSON.parse(text)));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** The bytes of a text in chunks, as a socket delivers them. */
function cut(text: string, seed: number): Buffer[] {
  return cutAtRandom(seed)(Buffer.from(text)).map((piece) => Buffer.from(piece));
}

function outcome(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch {
    return "broken";
  }
}

function write(value: unknown, space: string): string {
  if (Array.isArray(value)) return `[${space}${value.map((item) => write(item, space)).join(`,${space}`)}${space}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = "pairs" in value ? (value.pairs as [string, unknown][]) : Object.entries(value);
  const members = pairs.map(([name, item]) => `${JSON.stringify(name)}${space}:${space}${write(item, space)}`);
  return `{${space}${members.join(`,${space}`)}${space}}`;
}
