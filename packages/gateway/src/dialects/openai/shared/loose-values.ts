import { isRecord } from "@toolcrib/shared/json";
import type { Fields } from "./read-values.ts";

/** A text; empty for any other value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The fields of an object; none for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The objects of a list; none for any other value. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
