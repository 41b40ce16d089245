import type { ProgramStep } from "../sandbox/program-step.ts";
import { programDefinition, readProgram } from "./program-definition.ts";
import { type RunProgramOptions, runProgram } from "./run-program.ts";

export interface ProgramToolOptions extends Omit<RunProgramOptions, "signal"> {
  /** The name that the model calls. `run_program` by default. */
  readonly name?: string;
}

/** A tool for a model that takes a program: give its definition to the model, and run its calls. */
export interface ProgramRunner {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Runs the program of a call. If calls were held, the step has the status `waiting`: continue it with `runProgram`. */
  run(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<ProgramStep>;
}

/** One tool that lets a model call many others from a program. Its description has a line for each tool that is `shown`. */
export function createProgramTool({ name = "run_program", ...options }: ProgramToolOptions): ProgramRunner {
  const { sandbox, tools, search } = options;
  const { language } = sandbox;
  const shown = options.shown ?? (search === undefined ? tools.map((tool) => tool.name) : []);
  const names = new Set(shown);
  const listed = tools.filter((tool) => names.has(tool.name));
  return {
    name,
    ...programDefinition(listed, { language, search: search !== undefined }),
    run: (input, { signal } = {}) => {
      const code = readProgram(input);
      if (code === undefined) throw new TypeError("Expected a call with a program: { code: string }.");
      return runProgram({ ...options, shown, ...(signal && { signal }) }, { code });
    },
  };
}
