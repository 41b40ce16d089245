import type { ProgramStep } from "../sandbox/program-step.ts";
import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { describeTools } from "../signatures/describe-tools.ts";
import { type RunProgramOptions, runProgram } from "./run-program.ts";

export interface ProgramToolOptions extends Omit<RunProgramOptions, "signal"> {
  /** The name that the model calls. `run_program` by default. */
  readonly name?: string;
  /** The names of tools that the description shows; the others are found by `search`. All by default, or none if there is a search. */
  readonly shown?: readonly string[];
}

/** A tool for a model that takes a program: give its definition to the model, and run its calls. */
export interface ProgramRunner {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Runs the program of a call. If calls were held, the step has the status `waiting`: continue it with `runProgram`. */
  run(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<ProgramStep>;
}

const introductions: Readonly<Record<ProgramLanguage, string>> = {
  javascript:
    "Runs a JavaScript program that calls tools. It is the body of an async function: use await, Promise.all for calls side by side, and return the value you need. Filter and combine results in the program; only what it returns or prints with console.log comes back. There are no modules, files or network.",
  python:
    "Runs a Python program that calls tools. It is the body of an async function: use await, asyncio.gather for calls side by side, and return the value you need. Filter and combine results in the program; only what it returns or prints comes back. There are no files or network.",
};

/** One tool that lets a model call many others from a program. */
export function createProgramTool({ name = "run_program", shown, ...options }: ProgramToolOptions): ProgramRunner {
  const { sandbox, tools, search } = options;
  const { language } = sandbox;
  const names = new Set(shown ?? (search === undefined ? tools.map((tool) => tool.name) : []));
  const listed = tools.filter((tool) => names.has(tool.name));
  const signatures = describeTools(listed, { language, search: search !== undefined });
  return {
    name,
    description: `${introductions[language]}\n\n${signatures}`,
    inputSchema: {
      type: "object",
      properties: {
        code: { type: "string", description: `The program, in ${language === "python" ? "Python" : "JavaScript"}.` },
      },
      required: ["code"],
    },
    run: (input, { signal } = {}) => runProgram({ ...options, ...(signal && { signal }) }, { code: readCode(input) }),
  };
}

const fence = /^\s*```\w*\n([\s\S]*?)\n?```\s*$/;

/** The program in the arguments of a call. Models like to put fences around it. */
function readCode(input: unknown): string {
  const { code } = (input ?? {}) as { readonly code?: unknown };
  if (typeof code !== "string") throw new TypeError("Expected a call with a program: { code: string }.");
  return fence.exec(code)?.[1] ?? code;
}
