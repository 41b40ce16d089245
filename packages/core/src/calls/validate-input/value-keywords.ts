import { countCharacters } from "@toolcrib/shared/text";
import { hasFormat } from "./formats.ts";
import { charactersPerStep, equalityKey, isFiniteNumber, shown, typeOf } from "./json-value.ts";
import type { Case, Rule, Run } from "./run.ts";

/** Everything about types, numbers and strings. */
export const valueRules: readonly Rule[] = [
  { keywords: ["type"], check: checkType },
  { keywords: ["enum", "const"], check: checkAllowed },
  { keywords: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"], check: checkNumber },
  { keywords: ["minLength", "maxLength"], check: checkLength },
  { keywords: ["pattern", "format"], check: checkForm },
];

function checkType(run: Run, { schema, value, place }: Case): boolean {
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  if (types.length === 0 || types.some((name) => isOfType(name, value))) return true;
  return run.fail(place, () => `Instance type "${typeOf(value)}" is invalid. Expected "${types.join('", "')}".`);
}

function checkAllowed(run: Run, { schema, value, place }: Case): boolean {
  const allowed = Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (allowed !== undefined && !isAmong(run, allowed, value)) {
    return run.fail(place, () => `Instance does not match any of ${shown(allowed)}.`);
  }
  if (Object.hasOwn(schema, "const") && !isAmong(run, [schema["const"]], value)) {
    return run.fail(place, () => `Instance does not match ${shown(schema["const"])}.`);
  }
  return true;
}

function isOfType(name: string, value: unknown): boolean {
  return name === "integer" ? Number.isInteger(value) : name === typeOf(value);
}

function isAmong(run: Run, allowed: readonly unknown[], value: unknown): boolean {
  run.spend(allowed.length / charactersPerStep);
  if (typeof value !== "object" || value === null) return allowed.includes(value);
  const spend = (steps: number) => run.spend(steps);
  const key = equalityKey(value, spend);
  return allowed.some((one) => typeOf(one) === typeOf(value) && equalityKey(one, spend) === key);
}

/** In draft 4 an exclusive limit was a boolean next to the plain one. */
function checkNumber(run: Run, { schema, value, place }: Case): boolean {
  if (typeof value !== "number") return true;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  let isValid = true;
  if (isFiniteNumber(minimum) && (value < minimum || (exclusiveMinimum === true && value === minimum))) {
    isValid = run.fail(
      place,
      () => `${value} is less than ${exclusiveMinimum === true ? "or equal to " : ""}${minimum}.`,
    );
  }
  if (isFiniteNumber(maximum) && (value > maximum || (exclusiveMaximum === true && value === maximum))) {
    isValid = run.fail(
      place,
      () => `${value} is greater than ${exclusiveMaximum === true ? "or equal to " : ""}${maximum}.`,
    );
  }
  if (isFiniteNumber(exclusiveMinimum) && value <= exclusiveMinimum) {
    isValid = run.fail(place, () => `${value} is less than or equal to ${exclusiveMinimum}.`);
  }
  if (isFiniteNumber(exclusiveMaximum) && value >= exclusiveMaximum) {
    isValid = run.fail(place, () => `${value} is greater than or equal to ${exclusiveMaximum}.`);
  }
  if (isFiniteNumber(multipleOf) && multipleOf > 0 && !isMultiple(value, multipleOf)) {
    isValid = run.fail(place, () => `${value} is not a multiple of ${multipleOf}.`);
  }
  return isValid;
}

/** Tolerates rounding of binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(divisor)) return value % divisor === 0;
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON;
}

function checkLength(run: Run, { schema, value, place }: Case): boolean {
  if (typeof value !== "string") return true;
  const { minLength, maxLength } = schema;
  run.spend(value.length / charactersPerStep);
  const length = countCharacters(value);
  if (isFiniteNumber(minLength) && length < minLength) {
    return run.fail(place, () => `String is too short (${length} < ${minLength}).`);
  }
  if (isFiniteNumber(maxLength) && length > maxLength) {
    return run.fail(place, () => `String is too long (${length} > ${maxLength}).`);
  }
  return true;
}

function checkForm(run: Run, { schema, value, place }: Case): boolean {
  if (typeof value !== "string") return true;
  const { pattern, format } = schema;
  if (typeof pattern === "string" && !matchesPattern(run, pattern, value)) {
    return run.fail(place, () => `String does not match pattern ${shown(pattern)}.`);
  }
  return hasFormat(format, value) || run.fail(place, () => `String does not match format ${shown(format)}.`);
}

/** A text too long for its pattern within one check passes: the tool checks it again. */
const maxPatternWork = 500_000;

/** Whether a text matches; true if the pattern cannot be enforced. */
export function matchesPattern(run: Run, source: string, text: string): boolean {
  const pattern = run.pattern(source);
  if (pattern === undefined) return run.skip();
  const work = pattern.workFor(text);
  if (work > maxPatternWork) return run.skip();
  run.spend(work);
  return pattern.test(text);
}
