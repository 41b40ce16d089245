import type { DescribedTool } from "../signatures/tool-signature.ts";

/** A tool that programs can call. */
export interface ProgramTool extends DescribedTool {
  /** Whether it changes nothing: such calls run side by side, all others one after the other in the order of the program. */
  readonly isReadOnly?: boolean;
  /** Returns a JSON value. What it throws, the program can catch. */
  execute(input: Readonly<Record<string, unknown>>, options: ExecuteOptions): unknown;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** The number of the call within its program. */
  readonly call: number;
}
