import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { isLongerThan, isNestedTooDeeply } from "@toolcrib/shared/json";
import { nextTurn } from "@toolcrib/shared/timers";
import { CodeError } from "../errors/code-error.ts";
import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { CallResult } from "../sandbox/program-step.ts";

/** Characters of results after which other work gets a turn. */
const charactersPerTurn = 100_000;

/**
 * Results as JSON for the program, which gets an error in place of a value that is too long, nested too deeply or no JSON, and in place of
 * all that follow if the results are too long together.
 */
export async function encodeResults(
  results: readonly CallResult[],
  waiting: readonly number[],
  { resultLength, resultsLength }: ProgramLimits,
): Promise<string> {
  const open = new Set(waiting);
  const reject = (expected: string, received: string): never => {
    throw new CodeError("invalid_result", { expected, received });
  };
  if (results.length === 0) reject(`results of the calls ${waiting.join(", ")}`, "none");
  const maxTogether = Math.max(resultLength, resultsLength);
  let left = maxTogether;
  const tooMuch = `The results have more than ${maxTogether} characters together. Ask for less at once.`;
  const encoder = new ValueEncoder(resultLength);
  const encoded: string[] = [];
  for (const result of results) {
    if (!open.delete(result.id)) reject(`an id out of ${waiting.join(", ") || "none"}, once`, describeValue(result.id));
    if (left === 0) {
      encoded.push(encodeError(result.id, tooMuch));
      continue;
    }
    const json =
      "error" in result
        ? encodeError(result.id, String(result.error).slice(0, resultLength))
        : encoder.encode(result.id, result.value);
    const fits = json.length < left;
    left = fits ? left - json.length : 0;
    encoded.push(fits ? json : encodeError(result.id, tooMuch));
    if (encoder.characters >= charactersPerTurn) {
      encoder.characters = 0;
      await nextTurn();
    }
  }
  return `[${encoded.join()}]`;
}

type EncodedValue = { readonly limit: number } & ({ readonly json: string } | { readonly error: string });

/** Values that do not change: a program may ask for the same one at each of its steps. */
const frozenValues = new WeakMap<object, EncodedValue>();

/** Writes values. The same object is written once: a program may ask for the same thing many times. */
class ValueEncoder {
  /** How many were read or written. */
  characters = 0;
  readonly #resultLength: number;
  readonly #known = new Map<object, EncodedValue>();

  constructor(resultLength: number) {
    this.#resultLength = resultLength;
  }

  encode(id: number, value: unknown): string {
    const known = typeof value === "object" && value !== null ? this.#writeOnce(value) : this.#write(value);
    if ("error" in known) return encodeError(id, known.error);
    // All fields stand in each: a program that pollutes prototypes must not turn values into errors.
    const json = `{"id":${JSON.stringify(id)},"isError":false${known.json}}`;
    return json.length <= this.#resultLength ? json : encodeError(id, this.#tooLong);
  }

  #writeOnce(value: object): EncodedValue {
    const written = Object.isFrozen(value) ? frozenValues : this.#known;
    const known = written.get(value);
    if (known?.limit === this.#resultLength) return known;
    const made = this.#write(value);
    written.set(value, made);
    return made;
  }

  #write(value: unknown): EncodedValue {
    const limit = this.#resultLength;
    try {
      if (isLongerThan(value, limit)) {
        this.characters += limit;
        return { limit, error: this.#tooLong };
      }
      if (isNestedTooDeeply(value)) return { limit, error: "The result is nested too deeply." };
      const json = JSON.stringify({ value: value ?? null }).slice(1, -1);
      this.characters += json.length;
      if (json.length > limit) return { limit, error: this.#tooLong };
      return { limit, json: json === "" ? "" : `,${json}` };
    } catch (error) {
      return { limit, error: `The result cannot be written as JSON: ${errorMessage(error)}`.slice(0, limit) };
    }
  }

  get #tooLong(): string {
    return `The result has more than ${this.#resultLength} characters. Ask for less at once.`;
  }
}

const encodeError = (id: number, value: string): string => JSON.stringify({ id, isError: true, value });
