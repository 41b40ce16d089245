import { describe, expect, it } from "vitest";
import { EventScanner, maxEventLines } from "./event-scanner.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const values = (count: number): string => `[${"0,".repeat(count - 2)}0]`;

/** The ends of the events of a text that comes in pieces, and what an event exceeds. */
function scan(text: string, pieceLength: number = text.length) {
  const scanner = new EventScanner();
  const all = bytes(text);
  const ends: number[] = [];
  for (let at = 0; at < all.length; at += pieceLength) {
    const piece = all.subarray(at, at + pieceLength);
    for (let end = scanner.nextEnd(piece, 0); end !== undefined; end = scanner.nextEnd(piece, end)) ends.push(at + end);
  }
  return { ends, excess: scanner.excess };
}

describe("the end of an event", () => {
  it.each([
    ["data: 1\n\ndata", [9]],
    ["data: 1\r\n\r\ndata", [11]],
    ["data: 1\r\rdata", [9]],
    ["data: 1\n\ndata: 2\n\nd", [9, 18]],
    ["data: 1\r\ndata: 2\r\n", []],
    ["data: 1", []],
  ])("is after each empty line of %j", (text, ends) => {
    expect(scan(text).ends).toEqual(ends);
  });

  it("is found across chunks, with the whole line break", () => {
    expect(scan("a\r\n\r\nb\n\n", 1).ends).toEqual([4, 5, 8]);
  });
});

describe("the limits of an event", () => {
  const tooMany = values(1_000_001);

  it.each([
    ["one line", `data: ${tooMany}`],
    ["several lines", `${`data: ${"0,".repeat(250)}\n`.repeat(5_000)}data: 0`],
    ["the second event", `data: 1\n\ndata: ${tooMany}`],
    ["a stream with a byte order mark", `\uFEFFdata: ${tooMany}`],
    ["an event whose other fields hold quotes", `id: "\nevent: "\n"\n: "\n\ndata: ${tooMany}`],
    ["an event after a field with a mark", `\uFEFFid: "\ndata: ${tooMany}`],
  ])("hold for the values of %s, however it is cut", (_what, text) => {
    for (const pieceLength of [text.length, 65_536, 7]) {
      expect(scan(`${text}\n\n`, pieceLength).excess).toMatch(/^more than 1000000 JSON values in its first \d+ bytes$/);
    }
  });

  it("hold for its lines, and nothing is scanned from there on", () => {
    expect(scan(`${"data: a\n".repeat(maxEventLines)}\n`)).toMatchObject({ excess: undefined, ends: [80_001] });
    const { ends, excess } = scan(`${"data: a\n".repeat(maxEventLines + 1)}\ndata: 1\n\n`);
    expect({ ends, excess }).toEqual({ ends: [], excess: `more than ${maxEventLines} lines` });
  });

  it("hold for each event by itself, and not for other fields", () => {
    expect(scan(`data: ${values(600_000)}\n\ndata: ${values(600_000)}\n\n`).excess).toBeUndefined();
    expect(scan(`: ${tooMany}\nidata: ${tooMany}\ndatax: ${tooMany}\n\n`).excess).toBeUndefined();
  });
});
