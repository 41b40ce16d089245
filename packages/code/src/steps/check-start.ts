import { describeValue } from "@toolcrib/shared/errors";
import { CodeError } from "../errors/code-error.ts";
import type { ProgramStart } from "../sandbox/sandbox.ts";

const maxToolNames = 20_000;
export const maxSeed: number = 2 ** 31 - 2;

/** Throws unless a program can be started. */
export function checkStart({ code, tools = [], seed = 0 }: ProgramStart, maxLength: number): void {
  const reject = (expected: string, value: unknown): never => {
    throw new CodeError("invalid_program", { expected, received: describeValue(value) });
  };
  if (typeof code !== "string") reject("code as a string", code);
  if (code.length > maxLength) reject(`code of at most ${maxLength} characters`, code);
  if (tools.length > maxToolNames) reject(`at most ${maxToolNames} names of tools`, tools);
  for (const name of tools) if (typeof name !== "string") reject("names of tools as strings", name);
  if (!Number.isInteger(seed) || seed < 0 || seed > maxSeed) reject(`a seed from 0 to ${maxSeed}`, seed);
}
