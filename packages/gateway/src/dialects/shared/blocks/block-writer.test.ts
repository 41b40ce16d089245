import { describe, expect, it, vi } from "vitest";
import { BlockWriter } from "./block-writer.ts";

const start = { type: "tool_use", id: "a", name: "a", input: {} } as const;
const piece = (partial_json: string) => ({ type: "input_json_delta", partial_json }) as const;

describe("calls that a provider streams at once", () => {
  it.each([
    ["an object with a quote", ['{"a":"}', '\\"', '}"', "}"], 3],
    ["nested objects", ['{"a":{', "}", "}"], 2],
  ])("come one after another, the next when the arguments are complete: %s", (_what, pieces, last) => {
    const writer = new BlockWriter();
    writer.start("1", start);
    writer.start("2", start);
    const events = pieces.map((text) => writer.delta("1", piece(text)));

    expect(events.findIndex((written) => written.some(({ type }) => type === "content_block_stop"))).toBe(last);
    expect(writer.has("1")).toBe(false);
  });

  it("come one after another if the arguments are no object", () => {
    const writer = new BlockWriter();
    writer.start("1", start);
    for (const text of [" ", "nu", "ll"]) writer.delta("1", piece(text));
    writer.start("2", start);

    expect(writer.has("1")).toBe(false);
  });

  it("have their arguments read piece by piece, and not again with each", () => {
    const parse = vi.spyOn(JSON, "parse");
    const writer = new BlockWriter();
    writer.start("1", start);
    writer.start("2", start);
    writer.delta("1", piece('{"a":"'));
    for (let count = 0; count < 5_000; count++) writer.delta("1", piece("}"));
    writer.delta("1", piece('"}'));
    const calls = parse.mock.calls.length;
    parse.mockRestore();

    expect(writer.has("1")).toBe(false);
    expect(calls).toBe(0);
  });

  it("are refused beyond a thousand", () => {
    const writer = new BlockWriter();
    const open = () => {
      for (let count = 0; count < 1_001; count++) writer.start(`${count}`, start);
    };

    expect(open).toThrow("it has more than 1000 open blocks");
  });
});
