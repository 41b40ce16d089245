import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { type ProgramLimits, programLimits } from "../sandbox/program-limits.ts";
import type { ProgramUsage } from "../sandbox/program-step.ts";
import { decodeFrame, encodeFrame, invalidFrame } from "./frame.ts";

/** What is known of a suspended program besides its memory. */
export interface SnapshotHead {
  readonly engine: string;
  readonly base: string;
  readonly startedAt: number;
  readonly limits: ProgramLimits;
  readonly usage: ProgramUsage;
  /** How much of the memory is taken; 0 if nobody needs to know. */
  readonly filledBytes: number;
  /** The ids of the calls without a result. */
  readonly waiting: readonly number[];
  /** Whether its last step has its state. */
  readonly keepsState: boolean;
  /** The CPU time of the programs before it, whose state it continues. */
  readonly earlierMilliseconds: number;
}

const magic = "tcp3";

export function encodeSnapshot(head: SnapshotHead, state: Uint8Array): Uint8Array {
  return encodeFrame(magic, head, state);
}

export function decodeSnapshot(snapshot: Uint8Array): { readonly head: SnapshotHead; readonly state: Uint8Array } {
  const { head, body } = decodeFrame(magic, snapshot);
  return { head: checkHead(head), state: body };
}

function checkHead(head: unknown): SnapshotHead {
  if (!isRecord(head)) throw invalidFrame("a head", describeValue(head));
  const { engine, base, startedAt, limits, usage, filledBytes, waiting, keepsState, earlierMilliseconds } = head;
  const isComplete =
    typeof engine === "string" &&
    typeof base === "string" &&
    Number.isSafeInteger(startedAt) &&
    isRecord(limits) &&
    isRecord(usage) &&
    Number.isFinite(usage["cpuMilliseconds"]) &&
    Number.isSafeInteger(usage["calls"]) &&
    Number.isSafeInteger(filledBytes) &&
    typeof keepsState === "boolean" &&
    Number.isFinite(earlierMilliseconds) &&
    Array.isArray(waiting) &&
    waiting.every((id) => Number.isSafeInteger(id));
  if (!isComplete) throw invalidFrame("a head with all fields", "another");
  return { ...(head as unknown as SnapshotHead), limits: programLimits(limits) };
}
