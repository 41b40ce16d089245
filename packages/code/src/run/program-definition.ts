import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { describeTools, describeToolsInTurns } from "../signatures/describe-tools.ts";
import type { DescribedTool } from "../signatures/tool-signature.ts";

/** The description and the input of a tool that takes programs. */
export interface ProgramDefinition {
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const introductions: Readonly<Record<ProgramLanguage, string>> = {
  javascript:
    "Runs a JavaScript program that calls tools. It is the body of an async function: use await, Promise.all for calls side by side, and return the value you need. Filter and combine results in the program; only what it returns or prints with console.log comes back. There are no modules, files or network.",
  python:
    "Runs a Python program that calls tools. It is the body of an async function: use await, asyncio.gather for calls side by side, and return the value you need. Filter and combine results in the program; only what it returns or prints comes back. There are no files or network.",
};

/** What a model has to know where programs continue with the state of earlier ones. */
const stateNotes: Readonly<Record<ProgramLanguage, string>> = {
  javascript:
    "Variables, functions and classes at the top level of a program stay for later programs; declare a name again to replace it.",
  python: "Variables, functions and imports at the top level of a program stay for later programs.",
};

export interface ProgramDefinitionOptions {
  readonly language: ProgramLanguage;
  readonly search: boolean;
  /** Whether a program continues with the state of the one before. */
  readonly keepsState?: boolean;
}

/** Defines a tool that takes programs, with a line for each of the given tools. */
export function programDefinition(
  tools: readonly DescribedTool[],
  options: ProgramDefinitionOptions,
): ProgramDefinition {
  return definitionWith(describeTools(tools, options), options);
}

/** The same definition, with turns of the event loop for other work: for tools that come from outside. */
export async function programDefinitionInTurns(
  tools: readonly DescribedTool[],
  options: ProgramDefinitionOptions,
): Promise<ProgramDefinition> {
  return definitionWith(await describeToolsInTurns(tools, options), options);
}

function definitionWith(
  toolLines: string,
  { language, keepsState = false }: ProgramDefinitionOptions,
): ProgramDefinition {
  const title = language === "python" ? "Python" : "JavaScript";
  return {
    description: `${introductions[language]}${keepsState ? ` ${stateNotes[language]}` : ""}\n\n${toolLines}`,
    inputSchema: {
      type: "object",
      properties: { code: { type: "string", description: `The program, in ${title}.` } },
      required: ["code"],
    },
  };
}

const fence = /^\s*```\w*\n([\s\S]*?)\n?```\s*$/;

/** The program in the arguments of a call, without the fences that models put around it; undefined if there is none. */
export function readProgram(input: unknown): string | undefined {
  const { code } = (input ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? (fence.exec(code)?.[1] ?? code) : undefined;
}
