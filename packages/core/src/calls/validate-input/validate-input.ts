import { isRecord } from "@toolcrib/shared/json";
import { compilePattern, type LinearPattern } from "./linear-pattern.ts";
import { type Place, pointerTo } from "./place.ts";
import { type PreparedSchema, prepareSchema } from "./prepared-schema.ts";
import type { Run } from "./run.ts";
import { SeenParts } from "./seen-parts.ts";
import { WorkBudget } from "./work-budget.ts";

/** One problem with a call's arguments. */
export interface InputProblem {
  /** A JSON pointer into the arguments, such as `/items/0/name`; empty for the root. */
  readonly path: string;
  readonly problem: string;
}

/**
 * `unchecked` means that the arguments were not fully validated: the schema exceeds the limits, or validation took too
 * much work. Then the tool itself has to check the call.
 */
export type InputVerdict =
  | {
      readonly verdict: "valid";
      /** How often a keyword was met that is not enforced: a pattern that needs backtracking, an external reference. */
      readonly skippedKeywords: number;
    }
  | { readonly verdict: "unchecked"; readonly reason: "schema_too_large" | "too_much_work" }
  | { readonly verdict: "invalid"; readonly problems: readonly InputProblem[] };

const maxProblems = 5;
/** Steps for one validation: at most some tens of milliseconds. */
const maxSteps = 1_000_000;

/**
 * Validates arguments against a JSON Schema (2020-12, and the older spellings of its keywords). Schema and arguments
 * are untrusted: patterns are matched in linear time, and the work is counted and limited.
 */
export function validateInput(
  schema: unknown,
  input: unknown,
  budget: WorkBudget = new WorkBudget(maxSteps),
): InputVerdict {
  const prepared = preparedFor(schema);
  if (prepared === undefined) return { verdict: "unchecked", reason: "schema_too_large" };
  const own = new WorkBudget(Math.min(maxSteps, budget.left));
  const granted = own.left;
  try {
    const run = new Validation(prepared, own);
    if (run.check(schema, input, undefined)) return { verdict: "valid", skippedKeywords: run.skipped };
    return { verdict: "invalid", problems: run.problems };
  } catch (error) {
    if (error instanceof OutOfWork) return { verdict: "unchecked", reason: "too_much_work" };
    throw error;
  } finally {
    budget.take(granted - own.left);
  }
}

// Analysing a schema costs more than checking a call against it, and schemas repeat. Module-level, because the result
// depends on the schema alone, and the engine, the gateway and the MCP front validate against the same schemas.
const known = new WeakMap<object, { readonly prepared: PreparedSchema | undefined }>();

function preparedFor(schema: unknown): PreparedSchema | undefined {
  if (typeof schema !== "object" || schema === null) return prepareSchema(schema);
  const found = known.get(schema) ?? { prepared: prepareSchema(schema) };
  known.set(schema, found);
  return found.prepared;
}

class OutOfWork extends Error {}

const stepsPerSchema = 4;
/** The maximum depth of nested schemas; also ends self-references. */
const maxNesting = 150;

class Validation implements Run {
  readonly problems: InputProblem[] = [];
  skipped = 0;
  isSilent = false;
  readonly #schema: PreparedSchema;
  readonly #budget: WorkBudget;
  #nesting = 0;

  constructor(schema: PreparedSchema, budget: WorkBudget) {
    this.#schema = schema;
    this.#budget = budget;
    this.spend(schema.work);
  }

  spend(steps: number): void {
    if (!this.#budget.take(steps)) throw new OutOfWork();
  }

  fail(place: Place, problem: () => string): false {
    if (this.isSilent || this.problems.length === maxProblems) return false;
    this.problems.push({ path: pointerTo(place), problem: problem() });
    return false;
  }

  skip(): true {
    this.skipped++;
    return true;
  }

  check(schema: unknown, value: unknown, place: Place, seen?: SeenParts): boolean {
    this.spend(stepsPerSchema);
    if (schema === false) return this.fail(place, () => "No value is allowed here.");
    if (!isRecord(schema)) return true;
    if (++this.#nesting > maxNesting) throw new OutOfWork();
    const { rules, asksForSeen } = this.#schema.rulesOf(schema);
    const ownSeen = asksForSeen ? new SeenParts() : seen;
    const subject = { schema, value, place, seen: ownSeen };
    let isValid = true;
    for (const rule of rules) isValid = rule.check(this, subject) && isValid;
    if (ownSeen !== undefined && ownSeen !== seen) seen?.addAll(ownSeen);
    this.#nesting--;
    return isValid;
  }

  fits(schema: unknown, value: unknown, place: Place, seen?: SeenParts): boolean {
    const wasSilent = this.isSilent;
    this.isSilent = true;
    const isValid = this.check(schema, value, place, seen);
    this.isSilent = wasSilent;
    return isValid;
  }

  pattern(source: string): LinearPattern | undefined {
    const translated = this.#schema.patterns.get(source);
    return translated === undefined ? undefined : compilePattern(translated);
  }

  resolve(reference: string): { readonly schema: unknown } | undefined {
    return this.#schema.resolve(reference);
  }
}
