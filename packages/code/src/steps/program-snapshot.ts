import { describeValue } from "@toolcrib/shared/errors";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";
import { type ProgramLimits, programLimits } from "../sandbox/program-limits.ts";
import type { ProgramUsage } from "../sandbox/program-step.ts";

/** What is known of a suspended program besides its memory. */
export interface SnapshotHead {
  readonly engine: string;
  readonly base: string;
  readonly startedAt: number;
  readonly limits: ProgramLimits;
  readonly usage: ProgramUsage;
  /** The ids of the calls without a result. */
  readonly waiting: readonly number[];
}

const magic = "tcp1";
const headAt = 8;
const maxHeadLength = 5_000_000;

/** Magic, length of the head, head as JSON, memory. */
export function encodeSnapshot(head: SnapshotHead, state: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(headAt);
  start.write(magic, "latin1");
  start.writeUInt32LE(json.length, magic.length);
  return Buffer.concat([start, json, state]);
}

export function decodeSnapshot(snapshot: Uint8Array): { readonly head: SnapshotHead; readonly state: Uint8Array } {
  const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  if (bytes.length < headAt || bytes.toString("latin1", 0, magic.length) !== magic) {
    throw invalid("a snapshot of this version", `${bytes.length} other bytes`);
  }
  const stateAt = headAt + bytes.readUInt32LE(magic.length);
  if (stateAt > Math.min(bytes.length, maxHeadLength)) throw invalid("a complete snapshot", `${bytes.length} bytes`);
  return { head: checkHead(parseJson(bytes.toString("utf8", headAt, stateAt))), state: bytes.subarray(stateAt) };
}

function checkHead(head: unknown): SnapshotHead {
  if (!isRecord(head)) throw invalid("a head", describeValue(head));
  const { engine, base, startedAt, limits, usage, waiting } = head;
  const isComplete =
    typeof engine === "string" &&
    typeof base === "string" &&
    Number.isSafeInteger(startedAt) &&
    isRecord(limits) &&
    isRecord(usage) &&
    Number.isFinite(usage["cpuMilliseconds"]) &&
    Number.isSafeInteger(usage["calls"]) &&
    Array.isArray(waiting) &&
    waiting.every((id) => Number.isSafeInteger(id));
  if (!isComplete) throw invalid("a head with all fields", "another");
  return { ...(head as unknown as SnapshotHead), limits: programLimits(limits) };
}

function invalid(expected: string, received: string): CodeError {
  return new CodeError("invalid_program_snapshot", { expected, received });
}
