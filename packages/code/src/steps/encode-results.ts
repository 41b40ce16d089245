import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";
import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { CallResult } from "../sandbox/program-step.ts";

/**
 * Results as JSON for the program, which gets an error in place of a value that is too long, nested too deeply or no JSON, and in place of
 * all that follow if the results are too long together.
 */
export function encodeResults(
  results: readonly CallResult[],
  waiting: readonly number[],
  { resultLength, resultsLength }: ProgramLimits,
): string {
  const open = new Set(waiting);
  const reject = (expected: string, received: string): never => {
    throw new CodeError("invalid_result", { expected, received });
  };
  if (results.length === 0) reject(`results of the calls ${waiting.join(", ")}`, "none");
  const maxTogether = Math.max(resultLength, resultsLength);
  let left = maxTogether;
  const tooMuch = `The results have more than ${maxTogether} characters together. Ask for less at once.`;
  const encoded = results.map((result) => {
    if (!open.delete(result.id)) reject(`an id out of ${waiting.join(", ") || "none"}, once`, describeValue(result.id));
    if (left === 0) return encodeError(result.id, tooMuch);
    const json =
      "error" in result
        ? encodeError(result.id, String(result.error).slice(0, resultLength))
        : encodeValue(result.id, result.value, resultLength);
    const fits = json.length < left;
    left = fits ? left - json.length : 0;
    return fits ? json : encodeError(result.id, tooMuch);
  });
  return `[${encoded.join()}]`;
}

function encodeValue(id: number, value: unknown, resultLength: number): string {
  try {
    if (isNestedTooDeeply(value)) return encodeError(id, "The result is nested too deeply.");
    const json = JSON.stringify({ id, isError: false, value: value ?? null });
    if (json.length <= resultLength) return json;
    const error = `The result has ${json.length} characters; a program gets at most ${resultLength}. Ask for less at once.`;
    return encodeError(id, error);
  } catch (error) {
    return encodeError(id, `The result cannot be written as JSON: ${errorMessage(error)}`.slice(0, resultLength));
  }
}

// All fields stand in each: a program that pollutes prototypes must not turn values into errors.
const encodeError = (id: number, value: string): string => JSON.stringify({ id, isError: true, value });
