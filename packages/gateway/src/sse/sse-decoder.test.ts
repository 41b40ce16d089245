import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { encodeEvent } from "../dialects/messages/wire/encode-event.ts";
import { SseDecoder, type SseRecord } from "./sse-decoder.ts";

function decode(...pieces: (string | Uint8Array)[]): SseRecord[] {
  const decoder = new SseDecoder();
  return pieces.flatMap((piece) => decoder.push(Buffer.from(piece as string)));
}

describe("SseDecoder", () => {
  it.each([
    ["a name and data", "event: a\ndata: 1\n\n", [{ event: "a", data: "1" }]],
    ["no space after the colon", "event:a\ndata:1\n\n", [{ event: "a", data: "1" }]],
    [
      "CRLF",
      "event: a\r\ndata: 1\r\n\r\nevent: b\r\ndata: 2\r\n\r\n",
      [
        { event: "a", data: "1" },
        { event: "b", data: "2" },
      ],
    ],
    [
      "CR alone",
      "event: a\rdata: 1\r\rdata: 2\r\r",
      [
        { event: "a", data: "1" },
        { event: "", data: "2" },
      ],
    ],
    [
      "comments and other fields",
      ": hello\nid: 7\nretry: 10\nevent: a\n: again\ndata: 1\n\n",
      [{ event: "a", data: "1" }],
    ],
    ["data on several lines", "data: 1\ndata:\ndata: 3\n\n", [{ event: "", data: "1\n\n3" }]],
    ["a name without data", "event: a\n\ndata: 1\n\n", [{ event: "", data: "1" }]],
    ["a byte order mark", "\uFEFFdata: 1\n\n", [{ event: "", data: "1" }]],
    ["a field without a colon", "data\n\n", [{ event: "", data: "" }]],
    ["an event that is not complete", "data: 1\n\ndata: 2\n", [{ event: "", data: "1" }]],
  ])("reads %s", (_name, text, records) => {
    expect(decode(text)).toEqual(records);
  });

  it("reports whether an event has begun", () => {
    const decoder = new SseDecoder();

    decoder.push(Buffer.from("data: 1\n\n"));
    expect(decoder.isInsideEvent).toBe(false);
    decoder.push(Buffer.from("da"));
    expect(decoder.isInsideEvent).toBe(true);
    decoder.push(Buffer.from("ta: 1\n"));
    expect(decoder.isInsideEvent).toBe(true);
    decoder.push(Buffer.from("\n"));
    expect(decoder.isInsideEvent).toBe(false);
  });

  it("reads the same wherever the bytes are split", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, "")}`),
      fc.constantFrom("event: ü", ": comment", "data", "id: 1", "", "", "😀"),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 20 })
      .map((lines) => lines.map(([content, end]) => content + end).join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (stream, cuts) => {
        const bytes = Buffer.from(stream);
        const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));

        expect(decode(...pieces)).toEqual(decode(bytes));
      }),
    );
  });

  it.each([
    ["one event in 500 pieces", ["data: ", ...Array.from({ length: 500 }, () => "x".repeat(16_384)), "\n\n"]],
    ["lines that end in a carriage return", ["data: 1\r".repeat(5_000), "\r".repeat(5_000)]],
    ["many lines of one event", ["data: 1\n".repeat(10_000), "\n"]],
  ])("searches each character a bounded number of times: %s", (_what, pieces) => {
    const length = pieces.join("").length;

    const searched = countSearched(() => expect(decode(...pieces)).toHaveLength(1));

    expect(searched).toBeGreaterThan(length / 2);
    expect(searched).toBeLessThan(6 * length);
  });

  it("skips an event that is longer than the limit, and continues", () => {
    const decoder = new SseDecoder(1_000);
    const pieces = [
      "data: 1\n\ndata: ",
      ..."abcdefgh".split("").map((letter) => letter.repeat(400)),
      "\n\ndata: 2\n\n",
    ];

    expect(pieces.flatMap((piece) => decoder.push(Buffer.from(piece)))).toEqual([
      { event: "", data: "1" },
      { event: "", data: "2" },
    ]);
    expect(decoder.skippedEvents).toBeGreaterThan(0);
    expect(decoder.isInsideEvent).toBe(false);
  });

  it.each([1, 65_536])("skips an event of too many lines, in pieces of %i characters", (pieceLength) => {
    const decoder = new SseDecoder();
    const text = `data: 1\n\n${"data: a\n".repeat(10_001)}`;
    const pieces = text.match(new RegExp(`.{1,${pieceLength}}`, "gs")) ?? [];
    for (const piece of pieces) decoder.push(Buffer.from(piece));

    expect(decoder.skippedEvents).toBe(1);
  });

  it("counts the lines of each event by itself", () => {
    const records = decode(`${"data: a\n".repeat(9_999)}\n${"data: b\r\n".repeat(9_999)}\r\n`);

    expect(records.map(({ data }) => data.length)).toEqual([19_997, 19_997]);
  });

  it("reads what encodeEvent writes, and the text in it cannot end an event", () => {
    const event = {
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: "a\n\nevent: error\r\nü\u2028" },
    };

    const [record, ...others] = decode(encodeEvent(event));

    expect(others).toEqual([]);
    expect(record?.event).toBe("content_block_delta");
    expect(JSON.parse(record?.data ?? "")).toEqual(event);
  });
});

/** How many characters are scanned for the end of a line during `work`. */
function countSearched(work: () => void): number {
  let searched = 0;
  const spy = vi.spyOn(String.prototype, "indexOf").mockImplementation(function (this: string, end, from = 0) {
    let found = from;
    while (found < this.length && this[found] !== end) found++;
    searched += found - from;
    return found === this.length ? -1 : found;
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
  return searched;
}
