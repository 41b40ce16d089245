import { isToolcribError } from "@toolcrib/shared/errors";
import type { ProgramStep } from "../sandbox/program-step.ts";
import { programDefinition, readProgram } from "./program-definition.ts";
import { type RunProgramOptions, runProgram } from "./run-program.ts";
import { stepText } from "./step-text.ts";
import { createToolSearch, type FindTools } from "./tool-search.ts";

export interface ProgramToolOptions extends Omit<RunProgramOptions, "signal"> {
  /** An index of your own for `search` and `describe`, in place of `search`. */
  readonly find?: FindTools;
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
  /** The same as text for the model. A call without a program and a program that cannot be started are errors that it can correct. */
  answer(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<ProgramAnswer>;
}

/** The result of a call, as the model reads it. */
export interface ProgramAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** One tool that lets a model call many others from a program. Its description has a line for each tool that is `shown`. */
export function createProgramTool({ name = "run_program", find, ...given }: ProgramToolOptions): ProgramRunner {
  const { sandbox, tools } = given;
  const { language } = sandbox;
  const search = find === undefined ? given.search : createToolSearch(tools, language, find);
  const all = tools.map((tool) => tool.name);
  const shown = new Set(given.shown ?? (search === undefined ? all : []));
  const listed = tools.filter((tool) => shown.has(tool.name));
  const options: RunProgramOptions = { ...given, ...(search && { search }), shown: [...shown] };
  const run: ProgramRunner["run"] = (input, { signal } = {}) => {
    const code = readProgram(input);
    if (code === undefined) throw new InvalidCall("Expected a call with a program: { code: string }.");
    return runProgram({ ...options, ...(signal && { signal }) }, { code });
  };
  return {
    name,
    ...programDefinition(listed, { language, search: search !== undefined }),
    run,
    answer: async (input, settings) => {
      try {
        const step = await run(input, settings);
        return { text: stepText(step), isError: step.status === "failed" };
      } catch (error) {
        if (error instanceof InvalidCall || isToolcribError(error)) return { text: error.message, isError: true };
        throw error;
      }
    },
  };
}

class InvalidCall extends TypeError {}
