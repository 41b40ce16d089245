import { describe, expect, it } from "vitest";
import { appendToJournal, journalBytes, type ReplayEntry, readJournal } from "./replay-journal.ts";

const first = { line: "a program", seconds: 1, seed: 7, digest: "a" };
const second = { line: "x".repeat(1000), seconds: 2, digest: "b" };
const journal = await appendToJournal(undefined, first);

async function entriesIn(bytes: Uint8Array) {
  const entries: ReplayEntry[] = [];
  for await (const entry of readJournal(bytes)) entries.push(entry);
  return entries;
}

describe("the journal of a program", () => {
  it("grows by the new input alone, so that many large results cost no more than each of them", async () => {
    const longer = await appendToJournal(journal, second);

    expect(Buffer.compare(longer.subarray(0, journal.length), journal)).toBe(0);
    expect(longer.length - journal.length).toBeLessThan(100);
    expect(await entriesIn(longer)).toEqual([first, second]);
    expect(journalBytes(longer)).toBe(Buffer.byteLength(JSON.stringify(first) + JSON.stringify(second)));
  });

  it("lets other work go on while it is packed and unpacked", async () => {
    const turned: string[] = [];
    setImmediate(() => turned.push("while packing"));
    const packed = await appendToJournal(undefined, second);
    turned.push("packed");
    setImmediate(() => turned.push("while unpacking"));
    await entriesIn(packed);

    expect(turned).toEqual(["while packing", "packed", "while unpacking"]);
  });

  it.each([
    ["empty", new Uint8Array()],
    ["cut", journal.subarray(0, -1)],
    ["cut in its lengths", journal.subarray(0, 5)],
    ["extended", Buffer.concat([journal, Buffer.alloc(9)])],
    ["no journal", Buffer.alloc(64)],
    ["longer than it says", Buffer.concat([journal.subarray(0, 4), Buffer.alloc(4), journal.subarray(8)])],
  ])("is rejected if it is %s", async (_what, bytes) => {
    await expect(entriesIn(bytes)).rejects.toEqual(expect.objectContaining({ code: "invalid_program_snapshot" }));
  });
});
