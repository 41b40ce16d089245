/** A call that a program waits for. */
export interface PendingCall {
  /** Counts up from 1 within a program. */
  readonly id: number;
  /** A tool, or one of the functions `search` and `describe`. */
  readonly kind: CallKind;
  /** The tool's name, as the program wrote it. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type CallKind = "tool" | "search" | "describe";

/** What a call resolves to: a JSON value, or an error that the program can catch. */
export type CallResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** What a program printed so far. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Whether more was printed than `limits.outputLength` allows. */
  readonly truncated: boolean;
}

/** What a program used so far. */
export interface ProgramUsage {
  readonly cpuMilliseconds: number;
  readonly calls: number;
}

/**
 * Why a program failed. `exception`: it threw. `syntax`: it could not be parsed. `deadlock`: it waits for something that cannot
 * happen. `cancelled`: its signal was aborted. `crash`: the engine failed. The others are limits.
 */
export type FailureReason =
  | "exception"
  | "syntax"
  | "deadlock"
  | "cpu"
  | "wall"
  | "memory"
  | "calls"
  | "cancelled"
  | "crash";

export interface ProgramFailure {
  readonly name: string;
  readonly message: string;
  /** The name, the message and the lines of the program that were running. */
  readonly stack: string;
}

interface StepFields {
  readonly output: ProgramOutput;
  readonly usage: ProgramUsage;
}

/**
 * Why nothing is kept for later programs. `size`: it is larger than `limits.stateBytes`. `memory`: it leaves too little of
 * `limits.memoryBytes`. `time`: repeating the programs would take longer than `limits.cpuMilliseconds`.
 */
export type StateLoss = "size" | "memory" | "time";

interface EndFields extends StepFields {
  /**
   * What a later program continues with, if `keepState` was set: all that ran before the end or an exception. A program that was ended
   * from outside, by a limit or its signal, leaves what there was when it last waited or, if it never did, before it started. Nothing is left if the engine failed.
   */
  readonly state?: Uint8Array;
  /** Set if there is no state, because there was too much to keep. */
  readonly stateLoss?: StateLoss;
}

/** The state of a program after it ran for a while. */
export type ProgramStep =
  | (StepFields & {
      readonly status: "waiting";
      /** Every call without a result, in the order in which the program made them. */
      readonly calls: readonly PendingCall[];
      /** Everything that is needed to resume. Seal it before it leaves the process: see `createSnapshotSeal`. */
      readonly snapshot: Uint8Array;
    })
  | (EndFields & {
      readonly status: "finished";
      /** What the program returned; undefined if it returned nothing. */
      readonly value: unknown;
    })
  | (EndFields & {
      readonly status: "failed";
      readonly reason: FailureReason;
      readonly error: ProgramFailure;
    });
