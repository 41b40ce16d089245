import { describe, expect, it } from "vitest";
import { EventEnd } from "./event-end.ts";

const bytes = (text: string) => Buffer.from(text);

describe("W-MCP13 the end of an event", () => {
  it.each([
    ["data: 1\n\ndata", 9],
    ["data: 1\r\n\r\ndata", 11],
    ["data: 1\r\rdata", 9],
    ["data: 1\n\ndata: 2\n\nd", 18],
    ["data: 1\r\ndata: 2\r\n", 0],
    ["data: 1", 0],
  ])("is after the last empty line of %j", (text, end) => {
    expect(new EventEnd().lastIn(bytes(text))).toBe(end);
  });

  it("is found across chunks, with the whole line break", () => {
    const eventEnd = new EventEnd();
    const ends = Array.from("a\r\n\r\nb\n\n", (character) => eventEnd.lastIn(bytes(character)));
    expect(ends).toEqual([0, 0, 0, 1, 1, 0, 0, 1]);
  });
});
