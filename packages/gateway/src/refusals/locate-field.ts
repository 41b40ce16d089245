import type { FieldPath } from "../fields/field-path.ts";

const maxSteps = 12;

/** Where a field that is named without a path can be; the first place that has it wins. */
const places: readonly FieldPath[] = [
  [],
  ["tools", "*"],
  ["tools", "*", "function"],
  ["messages", "*"],
  ["messages", "*", "content", "*"],
  ["messages", "*", "content", "*", "content", "*"],
  ["system", "*"],
  ["thinking"],
  ["output_config"],
  ["context_management"],
  ["metadata"],
];

/**
 * Finds the request field that a server's error names. Positions become `*`, because a field that is unknown in one
 * entry is unknown in all. Steps that are not fields are names of variants (`tools.0.custom.strict`) or of the whole
 * (`body`).
 */
export function locateField(body: object, named: string): FieldPath | undefined {
  const steps = named.split(/[./[\]#]+/).filter((step) => step !== "");
  if (steps.length === 0 || steps.length > maxSteps) return undefined;
  if (steps.length > 1) return resolve(body, steps);
  return places.map((place) => [...place, ...steps]).find((path) => holds(body, path));
}

function resolve(value: unknown, [step, ...rest]: FieldPath): FieldPath | undefined {
  if (step === undefined || typeof value !== "object" || value === null) return undefined;
  const isList = Array.isArray(value);
  if (isList ? /^\d+$/.test(step) : Object.hasOwn(value, step)) {
    const name = isList ? "*" : step;
    if (rest.length === 0) return isList ? undefined : [name];
    const inner = resolve((value as Readonly<Record<string, unknown>>)[step], rest);
    if (inner !== undefined) return [name, ...inner];
  }
  return resolve(value, rest);
}

/** Whether a value has a field at a path; `*` is any entry of a list. */
export function holds(value: unknown, [step, ...rest]: FieldPath): boolean {
  if (step === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  if (step === "*") return Array.isArray(value) && value.some((entry) => holds(entry, rest));
  return Object.hasOwn(value, step) && holds((value as Readonly<Record<string, unknown>>)[step], rest);
}
