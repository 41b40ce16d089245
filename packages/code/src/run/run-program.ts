import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { CallResult, PendingCall, ProgramStep } from "../sandbox/program-step.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { answerCalls, callAnswers, withRealNames } from "./answer-calls.ts";
import type { ProgramTool } from "./program-tool.ts";
import type { ToolSearch } from "./tool-search.ts";
import { knownNames } from "./written-names.ts";

/**
 * What becomes of a call before its tool is executed: it runs, the program waits for somebody to decide, it gets an error, or an answer
 * that is known already.
 */
export type CallDecision = "run" | "hold" | { readonly refuse: string } | { readonly answer: unknown };

export interface RunProgramOptions {
  readonly sandbox: Sandbox;
  readonly tools: readonly ProgramTool[];
  /** The names of tools that programs know; they find the others with `search`. All by default, for `createProgramTool` none if there is a search. */
  readonly shown?: readonly string[];
  /** The functions `search` and `describe`; without it, programs do not have them. */
  readonly search?: ToolSearch;
  /**
   * Decides about each call of a tool, with its real name and arguments. Every call runs by default. While a call that changes something
   * is held, later ones wait with it; those that only read go on.
   */
  readonly decide?: (call: PendingCall) => CallDecision | Promise<CallDecision>;
  /** Called with each call of a tool that does not exist. The program gets an error. */
  readonly onUnknown?: (call: PendingCall) => void;
  /**
   * Whether this many names may be compared to suggest one for a name that does not exist. By default up to 100,000 names in one run;
   * later errors suggest none.
   */
  readonly mayCompare?: (names: number) => boolean;
  readonly limits?: Partial<ProgramLimits>;
  /** Whether the last step of a new program has the state for a later one. */
  readonly keepState?: boolean;
  readonly signal?: AbortSignal;
}

/** A new program, which may continue with the state of an earlier one, or one that was suspended because calls were held: `allowed` are those that may run now. */
export type ProgramSource =
  | { readonly code: string; readonly state?: Uint8Array }
  | {
      readonly snapshot: Uint8Array;
      readonly calls: readonly PendingCall[];
      readonly allowed?: readonly number[];
      readonly results?: readonly CallResult[];
    };

/** Runs a program and its calls until it ends, or until all of its calls are held. Calls that are held have the real names of their tools. */
export async function runProgram(options: RunProgramOptions, source: ProgramSource): Promise<ProgramStep> {
  const { sandbox, tools, search, limits, keepState, signal } = options;
  const shown = options.shown ?? tools.map(({ name }) => name);
  const stopped = new AbortController();
  const stop = () => stopped.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    const settings = { signal: stopped.signal };
    const answers = callAnswers(options, stopped.signal);
    let step: ProgramStep;
    const allowed = new Set<number>();
    if ("code" in source) {
      const { code, state } = source;
      step = await sandbox.start({
        code,
        tools: knownNames(tools, shown, { language: sandbox.language, code }),
        search: search !== undefined,
        ...(limits && { limits }),
        ...(keepState && { keepState }),
        ...(state && { state }),
        ...settings,
      });
    } else {
      for (const id of source.allowed ?? []) allowed.add(id);
      const results = [...(source.results ?? [])];
      const open = source.calls.filter(({ id }) => !results.some((result) => result.id === id));
      results.push(...(await answerCalls(answers, open, allowed)));
      if (results.length === 0) throw new RangeError("Expected results, or calls that are allowed now.");
      step = await sandbox.resume(source.snapshot, results, settings);
    }
    while (step.status === "waiting") {
      const results = await answerCalls(answers, step.calls, allowed);
      if (results.length === 0) return { ...step, calls: withRealNames(answers, step.calls) };
      step = await sandbox.resume(step.snapshot, results, settings);
    }
    return step;
  } finally {
    signal?.removeEventListener("abort", stop);
    // Calls that nobody waits for any more end as well.
    stopped.abort();
  }
}
