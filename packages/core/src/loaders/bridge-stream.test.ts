import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineMemory, planRequest } from "../engine/index.ts";
import { bridgeLoader } from "./bridge.ts";
import type { CallWrapper } from "./loader.ts";

const wrapper = bridgeLoader.wrapper?.(planRequest({ tools: [] }, new EngineMemory())) as CallWrapper;

/** What a reader makes of a text that comes in these pieces. */
function read(pieces: readonly string[]): { name: string | undefined; argumentText: string; names: number } {
  const reader = wrapper.createReader();
  const parts = [...pieces.map((piece) => reader.push(piece)), reader.end()];
  return {
    name: reader.name,
    argumentText: parts.map(({ argumentText }) => argumentText).join(""),
    names: parts.filter(({ name }) => name !== undefined).length,
  };
}

function cut(text: string, positions: readonly number[]): string[] {
  const edges = [0, ...new Set(positions.map((position) => position % (text.length + 1))), text.length].sort(
    (a, b) => a - b,
  );
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
}

/** The same, read whole. */
function whole(text: string): { name: unknown; input: unknown } {
  const call = { type: "tool_use", id: "toolu_1", name: "call_tool", input: JSON.parse(text) } as const;
  const { name, input } = wrapper.unwrap(call);
  return { name, input };
}

const jsonObject = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .map((object) => JSON.parse(JSON.stringify(object)) as object);
const space = fc.constantFrom("", " ", "\n  ");
const name = fc.string({ unit: "binary", minLength: 1, maxLength: 30 });

/** A wrapped call as a model may write it: either order, spaces, escapes, arguments as an object or as text. */
const wrapped = fc
  .record({ name, input: jsonObject, isText: fc.boolean(), isNameFirst: fc.boolean(), space, escapes: fc.boolean() })
  .map(({ name: tool, input, isText, isNameFirst, space: gap, escapes }) => {
    const members = [
      `"name"${gap}:${gap}${JSON.stringify(tool)}`,
      `"arguments":${gap}${isText ? JSON.stringify(JSON.stringify(input)) : JSON.stringify(input)}`,
    ];
    const text = `${gap}{${gap}${(isNameFirst ? members : members.toReversed()).join(`${gap},${gap}`)}${gap}}${gap}`;
    return escapes
      ? text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
      : text;
  });

describe("unwrapping a call while it streams", () => {
  it("E7 gives the same result as reading it whole, wherever it is split", () => {
    fc.assert(
      fc.property(wrapped, fc.array(fc.nat(), { maxLength: 12 }), (text, positions) => {
        const streamed = read(cut(text, positions));
        const expected = whole(text);

        expect(streamed.name).toBe(expected.name);
        expect(streamed.names).toBe(1);
        expect(JSON.parse(streamed.argumentText)).toEqual(expected.input);
      }),
      { numRuns: 500 },
    );
  });

  it("E7 gives the same character by character", () => {
    fc.assert(
      fc.property(wrapped, (text) => {
        const streamed = read(text.split(""));

        expect(JSON.parse(streamed.argumentText)).toEqual(whole(text).input);
      }),
    );
  });

  it("E7 holds back only what comes before the name", () => {
    const reader = wrapper.createReader();

    expect(reader.push('{"name":"get_we')).toEqual({ name: undefined, argumentText: "" });
    expect(reader.push('ather"')).toEqual({ name: "get_weather", argumentText: "" });
    expect(reader.push(',"arguments":{"ci')).toEqual({ name: undefined, argumentText: '{"ci' });
    expect(reader.push('ty":"Oslo"}')).toEqual({ name: undefined, argumentText: 'ty":"Oslo"}' });
    expect(reader.push("}")).toEqual({ name: undefined, argumentText: "" });
    expect(reader.end()).toEqual({ name: undefined, argumentText: "" });
  });

  it("E7 holds back arguments that come first until the name is known", () => {
    const reader = wrapper.createReader();

    expect(reader.push('{"arguments":{"city":"Oslo"},')).toEqual({ name: undefined, argumentText: "" });
    expect(reader.push('"name":"get_weather"')).toEqual({ name: "get_weather", argumentText: '{"city":"Oslo"}' });
  });

  it("E7 decodes arguments that are a JSON string as they arrive", () => {
    const reader = wrapper.createReader();
    reader.push('{"name":"n","arguments":');

    expect(reader.push('"{\\"ci').argumentText).toBe('{"ci');
    expect(reader.push("ty\\").argumentText).toBe("ty");
    expect(reader.push('":\\"\\ud83d').argumentText).toBe('":"');
    expect(reader.push('\\ude00\\"}"').argumentText).toBe('😀"}');
  });

  it.each([
    ['{"name":"n"}', {}],
    ['{"name":"n","arguments":null}', {}],
    ['{"name":"n","arguments":""}', {}],
    ['{"name":"n","city":"Oslo","days":[1,2]}', { city: "Oslo", days: [1, 2] }],
    ['{"name":"n","arguments":"plain"}', "plain"],
    ['{"name":"n","arguments":[1]}', [1]],
    ['{"name":"n","arguments":{"name":"inner","arguments":{"a":"}"}}}', { name: "inner", arguments: { a: "}" } }],
  ])("E7 reads %s", (text, expected) => {
    expect(JSON.parse(read(text.split("")).argumentText)).toEqual(expected);
  });

  it.each(["", "{", '{"name":', "no json", '{"name":5,"arguments":{}}', "[]"])("E7 finds no name in %s", (text) => {
    expect(read([text]).name).toBeUndefined();
  });
});
