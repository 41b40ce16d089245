import { MemoryStore } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import type { AuditContent, AuditedCall } from "../contracts/audit.ts";
import { chainRecords, hashOfLine } from "./audit-chain.ts";
import { createAuditKeys, openAuditSigner } from "./audit-keys.ts";
import { verifyAudit } from "./verify-audit.ts";

const keys = createAuditKeys();
const signer = openAuditSigner(keys.privateKey, "KEY");
const publicKeys = [keys.publicKey];
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

const call = (number: number): AuditedCall => ({
  kind: "call",
  record: `r${number}`,
  at: at(number),
  request: `req_${number}`,
  door: "mcp",
  key: "ci",
  tool: `tool ${number} \u202e`,
  by: "gateway",
  outcome: "ok",
});

/** Six calls with a checkpoint after each second one: nine lines. */
async function makeLog(): Promise<string[]> {
  const { journal } = new MemoryStore(() => 0);
  for (const number of [1, 3, 5]) {
    const contents: readonly AuditContent[] = [call(number), call(number + 1)];
    await journal.append("audit", (last) => chainRecords(last, contents, { at: at(number + 1), signer }));
  }
  return (await journal.read("audit", { limit: 100 })).map(({ text }) => text);
}

const problemsOf = async (lines: readonly string[], more: object = {}): Promise<readonly string[]> =>
  (await verifyAudit(lines, { publicKeys, ...more })).problems.map(({ problem }) => problem);

describe("the verification of an audit log", () => {
  it("accepts entries with labels that hold what is not printed, and teams", async () => {
    const { journal } = new MemoryStore(() => 0);
    const odd = { ...call(1), tool: "https://ada:secret@example.com/\u202e", teams: ["red", "blue"] };
    await journal.append("audit", (last) => chainRecords(last, [odd, call(2)], { at: at(2), signer }));

    expect((await verifyAudit(await journal.read("audit", { limit: 9 }), { publicKeys })).problems).toEqual([]);
  });

  it("accepts a log that nobody changed", async () => {
    const lines = await makeLog();

    expect(await verifyAudit(lines, { publicKeys })).toEqual({
      lines: 9,
      first: 1,
      last: 9,
      lastHash: hashOfLine(lines[8] ?? ""),
      signedCheckpoints: 3,
      unsignedLines: 0,
      lostCalls: 0,
      problems: [],
    });
    expect(await verifyAudit([...lines].slice(0, 8), { publicKeys })).toMatchObject({ unsignedLines: 2 });
    expect(lines.join("")).not.toContain("\u202e");
  });

  it("finds a changed line, whatever was changed", async () => {
    for (const [from, to] of [
      ['"key":"ci"', '"key":"me"'],
      ['"outcome":"ok"', '"outcome":"refused"'],
      ['"at":"2026', '"at":"2025'],
    ] as const) {
      const lines = await makeLog();
      lines[3] = lines[3]?.replace(from, to) ?? "";

      expect(await problemsOf(lines)).toEqual(["Line 5 does not continue line 4, which was changed or replaced."]);
    }
  });

  it("finds removed, added and swapped lines", async () => {
    const lines = await makeLog();

    expect(await problemsOf(lines.toSpliced(4, 1))).toEqual(["Line 6 comes after 4: lines in between are missing."]);
    expect(await problemsOf(lines.toSpliced(4, 0, lines[4] ?? ""))).not.toEqual([]);
    expect(await problemsOf([...lines.slice(0, 3), lines[4] ?? "", lines[3] ?? "", ...lines.slice(5)])).not.toEqual([]);
    expect(await problemsOf(lines.with(2, "{}"))).not.toEqual([]);
  });

  it("finds a log that was written again with another key, or without one", async () => {
    const lines = await makeLog();
    const other = createAuditKeys();
    const forged = chainRecords(undefined, [call(1)], { at: at(1), signer: openAuditSigner(other.privateKey, "KEY") });
    const unsigned = chainRecords(undefined, [call(1)], { at: at(1), signer: undefined });

    expect(await problemsOf(forged.map(({ text }) => text))).toEqual([expect.stringContaining("an unknown key")]);
    const withoutKey = unsigned.map(({ text }) => text);
    const isUnsigned = [expect.stringMatching(/^Line 2 is a checkpoint without a signature/)];
    expect(await problemsOf(withoutKey)).toEqual(isUnsigned);
    expect(await problemsOf(withoutKey, { isContinued: true })).toEqual([]);
    expect(await problemsOf(withoutKey, { publicKeys: [] })).toEqual([]);
    const reused = lines.with(8, lines[8]?.replace(/"signature":"./, '"signature":"_') ?? "");
    expect(await problemsOf(reused)).toEqual(["Line 9 has a signature that does not fit."]);
  });

  it("finds an end that was written again without a key, and accepts a start from before there was one", async () => {
    const { journal } = new MemoryStore(() => 0);
    const write = async (numbers: readonly number[], key: typeof signer | undefined): Promise<readonly string[]> => {
      for (const number of numbers) {
        await journal.append("audit", (last) => chainRecords(last, [call(number)], { at: at(number), signer: key }));
      }
      return (await journal.read("audit", { limit: 100 })).map(({ text }) => text);
    };
    await write([1, 2], undefined);
    expect(await problemsOf(await write([3, 4], signer))).toEqual([]);

    expect(await problemsOf(await write([5, 6], undefined))).toEqual([
      expect.stringContaining("Line 12 is a checkpoint"),
    ]);
  });

  it("finds an end that was written again without checkpoints", async () => {
    const lines = await makeLog();
    const last = { sequence: 9, at: 0, labels: {}, text: lines[8] ?? "" };
    const forge = (minutes: readonly number[], kept: typeof last | undefined) =>
      chainRecords(kept, minutes.map(call)).map(({ text }) => text);

    expect(await problemsOf(forge([1, 20, 40], undefined))).toEqual([
      expect.stringMatching(/^Line 1 and what follows in the next 39 minutes is not signed/),
    ]);
    expect(await problemsOf([...lines, ...forge([7, 8, 30], last)])).toEqual([expect.stringMatching(/^Line 10 and/)]);
    expect(await problemsOf([...lines, ...forge([7, 8, 21], last)])).toEqual([]);
    expect(await problemsOf(forge([1, 40], undefined), { isContinued: true })).toEqual([]);
    const { kind: _kind, tool: _tool, request: _request, by: _by, ...who } = call(60);
    const change = { ...who, kind: "change", door: "command", change: { change: "add-team" }, outcome: "ok" } as const;
    const byCommand = chainRecords(last, [{ ...change, at: at(7) }, change]).map(({ text }) => text);
    expect(await problemsOf([...lines, ...byCommand])).toEqual([]);
  });

  it("accepts a start that retention removed, and no other", async () => {
    const lines = await makeLog();

    expect(await problemsOf(lines.slice(5))).toEqual([]);
    expect(await problemsOf(lines.slice(5), { keptSince: Date.parse(at(4)) })).toEqual([]);
    expect(await problemsOf(lines.slice(5), { keptSince: Date.parse(at(3)) })).toEqual([
      expect.stringContaining("too young for retention"),
    ]);
    expect(await problemsOf(lines.slice(4))).toEqual([expect.stringContaining("not a checkpoint")]);
  });

  it("finds an end that was cut off, if a later line is known", async () => {
    const lines = await makeLog();
    const known = { sequence: 9, hash: hashOfLine(lines[8] ?? "") };

    expect(await problemsOf(lines, { known })).toEqual([]);
    expect(await problemsOf(lines.slice(0, 6), { known })).toEqual(["Line 9 was noted, and is missing."]);
    expect(await problemsOf(lines, { known: { ...known, hash: "0".repeat(64) } })).toEqual([
      "Line 9 is not the line that was noted.",
    ]);
  });
});
