import { describeValue } from "@toolcrib/shared/errors";
import { CodeError } from "../errors/code-error.ts";
import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { CallResult } from "../sandbox/program-step.ts";

/** Results as JSON for the program, which gets an error in place of a value that is too long. */
export function encodeResults(
  results: readonly CallResult[],
  waiting: readonly number[],
  { resultLength }: ProgramLimits,
): string {
  const open = new Set(waiting);
  const reject = (expected: string, received: string): never => {
    throw new CodeError("invalid_result", { expected, received });
  };
  if (results.length === 0) reject(`results of the calls ${waiting.join(", ")}`, "none");
  const encoded = results.map((result) => {
    if (!open.delete(result.id)) reject(`an id out of ${waiting.join(", ") || "none"}, once`, describeValue(result.id));
    if ("error" in result) return encodeError(result.id, String(result.error).slice(0, resultLength));
    const json = JSON.stringify({ id: result.id, isError: false, value: result.value ?? null });
    if (json.length <= resultLength) return json;
    const error = `The result has ${json.length} characters; a program gets at most ${resultLength}. Ask for less at once.`;
    return encodeError(result.id, error);
  });
  return `[${encoded.join()}]`;
}

// All fields stand in each: a program that pollutes prototypes must not turn values into errors.
const encodeError = (id: number, value: string): string => JSON.stringify({ id, isError: true, value });
