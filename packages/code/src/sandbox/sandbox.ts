import type { ProgramLimits } from "./program-limits.ts";
import type { CallResult, ProgramStep } from "./program-step.ts";

/** The languages that programs are written in. */
export type ProgramLanguage = "javascript" | "python";

/**
 * Runs programs that call tools. A program runs until it needs results from outside; the sandbox then returns its calls and a
 * snapshot, and keeps nothing. Any sandbox of the same engine, in any process, resumes the snapshot.
 */
export interface Sandbox {
  readonly specificationVersion: "v1";
  readonly language: ProgramLanguage;
  /** The engine with its version. A snapshot resumes only on the engine that made it. */
  readonly engine: string;
  /** Runs a program until it waits, finishes or fails. Rejects only if the program could not be run at all. */
  start(program: ProgramStart): Promise<ProgramStep>;
  /** Continues a program with results of some or all of its calls. The snapshot stays valid and can be resumed again. */
  resume(snapshot: Uint8Array, results: readonly CallResult[], options?: ResumeOptions): Promise<ProgramStep>;
  /** Ends running programs and frees everything. */
  close(): Promise<void>;
}

/** A program and what it may use. */
export interface ProgramStart {
  /** The body of an async function: `await` and `return` work at its top level. */
  readonly code: string;
  /** The names of tools that the program knows. It may call others by name too: the caller decides what becomes of each call. */
  readonly tools?: readonly string[];
  /** Whether `search(query)` and `describe(name)` exist. */
  readonly search?: boolean;
  /** Limits that differ from `defaultProgramLimits`. */
  readonly limits?: Partial<ProgramLimits>;
  /**
   * What an earlier program left: `state` of its last step. The program runs after it in the same interpreter, so it has its top-level
   * variables and functions; limits, output and calls are its own. Rejects with `other_engine` if another engine made it.
   */
  readonly state?: Uint8Array;
  /** Whether the last step has the state for a later program. It can be used more than once. */
  readonly keepState?: boolean;
  /** The seed of the program's random numbers; random if left out. Equal seeds give equal runs. */
  readonly seed?: number;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

export interface ResumeOptions {
  /** Ends the program. */
  readonly signal?: AbortSignal;
}
