import { isRecord } from "@toolcrib/shared/json";
import { wrongType } from "./chat-error.ts";

type Fields = Readonly<Record<string, unknown>>;

export function recordAt(value: unknown, field: string): Fields {
  if (!isRecord(value)) throw wrongType(field, "an object", value);
  return value;
}

export function textAt(value: unknown, field: string): string {
  if (typeof value !== "string") throw wrongType(field, "a string", value);
  return value;
}

export function nameAt(value: unknown, field: string): string {
  if (typeof value !== "string" || value === "") throw wrongType(field, "a string that is not empty", value);
  return value;
}

/** A value, or undefined where there is none: `null` is none too. */
export function optional<Value>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => Value,
): Value | undefined {
  return value === undefined || value === null ? undefined : read(value, field);
}

export function booleanAt(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") throw wrongType(field, "a boolean", value);
  return value;
}

export function numberAt(value: unknown, field: string): number {
  if (typeof value !== "number") throw wrongType(field, "a number", value);
  return value;
}

export function countAt(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrongType(field, "an integer of at least 1", value);
  return value as number;
}

export function listAt(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongType(field, "an array", value);
  return value as readonly unknown[];
}

/** The fields of an object that have a value. */
export function present<Given extends Fields>(
  fields: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}
