import { isDeepStrictEqual } from "node:util";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { invalid, shortened, unknownParameter, unsupported, wrongType } from "./parameter-errors.ts";
import { type Fields, isAbsent } from "./read-values.ts";

/** How a part of an API is handled. */
type Support =
  /** Translated. */
  | "taken"
  /** Accepted and, where OpenAI does so, repeated in the answer; it does not change what the model is sent. */
  | "passed"
  /** Left out. The answer's header `toolcrib-omitted` names it, and the trace has a warning. */
  | "omitted"
  /** Answered with an error that names it, unless its value is one of `harmless`. */
  | "rejected";

export interface SupportEntry {
  readonly support: Support;
  /** What it becomes, or why it is rejected. */
  readonly note: string;
  /** Values that ask for nothing; `null` always is one. */
  readonly harmless?: readonly unknown[];
}

/** What becomes of each part of an API. `docs/dialects.md` holds the same tables; a test compares them. */
export type SupportTable = ReadonlyMap<string, SupportEntry>;

export const taken = (note: string): SupportEntry => ({ support: "taken", note });
export const passed = (note: string): SupportEntry => ({ support: "passed", note });
export const omitted = (note: string): SupportEntry => ({ support: "omitted", note });
export const rejected = (note: string, harmless: readonly unknown[] = []): SupportEntry => ({
  support: "rejected",
  note,
  harmless,
});

/** Rejects fields that the table does not know, and those that cannot be translated. `unbounded` ones are checked where they are read. */
export function checkFields(body: Fields, table: SupportTable, unbounded: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(body)) {
    if (!unbounded.has(name) && isNestedTooDeeply(value)) throw invalid(shortened(name), "it is nested too deeply");
    const entry = table.get(name);
    if (entry === undefined) throw unknownParameter(name);
    if (entry.support !== "rejected" || isAbsent(value)) continue;
    if (entry.harmless?.some((harmless) => isDeepStrictEqual(harmless, value)) === true) continue;
    throw unsupported(name, entry.note);
  }
}

/** The fields of a request that are left out because no other model has them. */
export function omittedFields(body: Fields, table: SupportTable): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    table.get(name)?.support === "omitted" && !isAbsent(value) ? [name] : [],
  );
}

/** Rejects a type that the table does not know, and one that cannot be translated. */
export function checkType(type: string, field: string, table: SupportTable): void {
  const entry = table.get(type);
  if (entry === undefined) throw wrongType(`${field}.type`, `one of ${takenIn(table).join(", ")}`, type);
  if (entry.support === "rejected") throw unsupported(`${field}.type`, entry.note, `${field} of type ${type}`);
}

function takenIn(table: SupportTable): readonly string[] {
  return [...table].flatMap(([type, { support }]) => (support === "rejected" ? [] : [type]));
}
