import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";

/** One thing that is wrong with a call's arguments. */
export interface InputProblem {
  /** A JSON pointer into the arguments, such as `/items/0/name`; empty for the whole. */
  readonly path: string;
  readonly problem: string;
}

/** `unusable` means that the schema itself cannot be read. */
export type InputVerdict =
  | { readonly verdict: "valid" | "unusable" }
  | { readonly verdict: "invalid"; readonly problems: readonly InputProblem[] };

const mostProblems = 5;

/** Validates arguments against a JSON Schema (2020-12), without generating code. */
export function validateInput(schema: unknown, input: unknown): InputVerdict {
  try {
    const { valid, errors } = validatorFor(schema).validate(input);
    return valid ? { verdict: "valid" } : { verdict: "invalid", problems: innermost(errors) };
  } catch {
    return { verdict: "unusable" };
  }
}

// Preparing a schema costs far more than checking a call against it, and the same schemas come again and again.
const validators = new WeakMap<object, Validator>();

function validatorFor(schema: unknown): Validator {
  const known = typeof schema === "object" && schema !== null ? validators.get(schema) : undefined;
  if (known !== undefined) return known;
  // The validator writes into the schema it is given, so it gets its own.
  const validator = new Validator(JSON.parse(JSON.stringify(schema)) as Schema, "2020-12", false);
  if (typeof schema === "object" && schema !== null) validators.set(schema, validator);
  return validator;
}

/** The errors that say something: those about `properties` and the like only repeat what is wrong further inside. */
function innermost(errors: readonly OutputUnit[]): InputProblem[] {
  const containers = new Set([
    "properties",
    "items",
    "prefixItems",
    "allOf",
    "anyOf",
    "oneOf",
    "$ref",
    "additionalProperties",
  ]);
  const telling = errors.filter(({ keyword }) => !containers.has(keyword));
  const chosen = telling.length > 0 ? telling : errors;
  return chosen.slice(0, mostProblems).map(({ instanceLocation, error }) => ({
    path: instanceLocation.replace(/^#/, ""),
    problem: error,
  }));
}
