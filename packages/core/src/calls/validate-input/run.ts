import type { LinearPattern } from "./linear-pattern.ts";
import type { Place } from "./place.ts";
import type { SeenParts } from "./seen-parts.ts";

/** A value of a JSON document with a schema that applies to it. */
export interface Case {
  /** An object schema; `true`, `false` and invalid schemas are handled earlier. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly place: Place;
  /** Collects the evaluated parts, if a keyword such as `unevaluatedProperties` needs them. */
  readonly seen: SeenParts | undefined;
}

/** A running validation: its budget, its problems, and access to subschemas. */
export interface Run {
  /** The number of keywords that could not be enforced so far. */
  readonly skipped: number;
  /** Whether only the result matters, not the problems. */
  readonly isSilent: boolean;
  /** Throws when the budget is used up. */
  spend(steps: number): void;
  /** Reports a problem at a place; always returns false. */
  fail(place: Place, problem: () => string): false;
  /** Notes a keyword that cannot be enforced; always returns true, because it must not make a call impossible. */
  skip(): true;
  /** Whether a value matches a schema. */
  check(schema: unknown, value: unknown, place: Place, seen?: SeenParts): boolean;
  /** The same, without reporting problems. */
  fits(schema: unknown, value: unknown, place: Place, seen?: SeenParts): boolean;
  /** Undefined for a pattern that is not enforced. */
  pattern(source: string): LinearPattern | undefined;
  /** The target of a reference; undefined if it is unknown. */
  resolve(reference: string): { readonly schema: unknown } | undefined;
}

/** Related keywords, and how they check a value. */
export interface Rule {
  readonly keywords: readonly string[];
  check(run: Run, subject: Case): boolean;
}
