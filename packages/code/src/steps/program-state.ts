import { isRecord } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";
import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { FailureReason, ProgramStep, StateLoss } from "../sandbox/program-step.ts";
import type { EngineAnswer } from "./engine-answer.ts";
import { decodeFrame, encodeFrame, invalidFrame } from "./frame.ts";
import { decodeSnapshot } from "./program-snapshot.ts";
import type { RunningProgram } from "./read-step.ts";

/** What is known of an interpreter between two programs besides its memory. */
export interface StateHead {
  readonly engine: string;
  readonly base: string;
  readonly memoryBytes: number;
  /** How much of the memory is taken. */
  readonly filledBytes: number;
  /** The CPU time of the programs that ran in it. */
  readonly spentMilliseconds: number;
}

const magic = "tcs2";
/** The next program needs some of the memory. */
const maxFilled = 0.75;

/** The state that a program starts with. Throws unless this engine made it. */
export function decodeState(
  state: Uint8Array,
  engine: string,
): { readonly head: StateHead; readonly state: Uint8Array } {
  const { head, body } = decodeFrame(magic, state);
  const { engine: of, base, memoryBytes, filledBytes, spentMilliseconds } = isRecord(head) ? head : {};
  const isComplete =
    typeof of === "string" &&
    typeof base === "string" &&
    Number.isSafeInteger(memoryBytes) &&
    Number.isSafeInteger(filledBytes) &&
    Number.isFinite(spentMilliseconds);
  if (!isComplete) throw invalidFrame("a state with all fields", "another");
  if (of !== engine) throw new CodeError("other_engine", { expected: engine, received: of });
  return { head: head as unknown as StateHead, state: body };
}

/** What a suspended program leaves if it is ended there. */
export function stateOfSnapshot(snapshot: Uint8Array): Uint8Array | undefined {
  const { head, state } = decodeSnapshot(snapshot);
  if (!head.keepsState) return undefined;
  const { engine, base, limits, filledBytes, earlierMilliseconds, usage } = head;
  const spentMilliseconds = earlierMilliseconds + usage.cpuMilliseconds;
  const { memoryBytes } = limits;
  return encodeFrame(magic, { engine, base, memoryBytes, filledBytes, spentMilliseconds }, state);
}

/** Why an engine cannot keep a state. */
export type LossOf = (state: Uint8Array, spentMilliseconds: number) => StateLoss | undefined;

interface KeepOptions {
  /** What the program started or was resumed with; it stays if the program was ended from outside. */
  readonly before: () => Uint8Array | undefined;
  readonly lossOf?: LossOf;
}

/** The step with what the program leaves for later ones, if it has ended and that is wanted. */
export function withState(
  step: ProgramStep,
  program: RunningProgram,
  { base, state, filledBytes = 0 }: Pick<EngineAnswer, "base" | "state" | "filledBytes">,
  { before, lossOf }: KeepOptions,
): ProgramStep {
  if (step.status === "waiting" || !program.keepsState) return step;
  const { engine, limits, earlierMilliseconds } = program;
  const keep = (kept: Uint8Array): ProgramStep => {
    const { head, state: body } = decodeState(kept, engine);
    const stateLoss = lossOfState(kept, head, limits) ?? lossOf?.(body, head.spentMilliseconds);
    return stateLoss === undefined ? { ...step, state: kept } : { ...step, stateLoss };
  };
  if (!endedItself(step) || base === undefined || state === undefined) {
    // An interpreter that fails may do so again: a program may have broken it.
    const left = step.status === "failed" && step.reason === "crash" ? undefined : before();
    return left === undefined ? step : keep(left);
  }
  const spentMilliseconds = earlierMilliseconds + step.usage.cpuMilliseconds;
  const head = { engine, base, memoryBytes: limits.memoryBytes, filledBytes, spentMilliseconds };
  return keep(encodeFrame(magic, head, state));
}

function lossOfState(state: Uint8Array, { filledBytes }: StateHead, limits: ProgramLimits): StateLoss | undefined {
  if (state.length > limits.stateBytes) return "size";
  return filledBytes > limits.memoryBytes * maxFilled ? "memory" : undefined;
}

/** Whether nothing from outside ended a program: its interpreter is whole. */
export function endedItself(step: ProgramStep): boolean {
  return step.status === "finished" || (step.status === "failed" && ownEnds.has(step.reason));
}

const ownEnds: ReadonlySet<FailureReason> = new Set(["exception", "syntax", "deadlock"]);
