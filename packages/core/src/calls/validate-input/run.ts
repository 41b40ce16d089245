import type { LinearPattern } from "./linear-pattern.ts";
import type { Place } from "./place.ts";
import type { SeenParts } from "./seen-parts.ts";

/** One value of a JSON document with a schema that applies to it. */
export interface Case {
  /** An object schema; `true`, `false` and what is no schema never get here. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly place: Place;
  /** Collects what was looked at, where a keyword such as `unevaluatedProperties` asks for it. */
  readonly seen: SeenParts | undefined;
}

/** A validation while it runs: its budget, what it found, and the way into subschemas. */
export interface Run {
  /** How many keywords could not be enforced so far. */
  readonly skipped: number;
  /** Whether nobody asks what is wrong, only whether something is. */
  readonly isSilent: boolean;
  /** Throws when the budget is used up. */
  spend(steps: number): void;
  /** Says what is wrong at a place; always false. */
  fail(place: Place, problem: () => string): false;
  /** Notes a keyword that cannot be enforced; always true, for it must not make a call impossible. */
  skip(): true;
  /** Whether a value fits a schema. */
  check(schema: unknown, value: unknown, place: Place, seen?: SeenParts): boolean;
  /** The same, without a word about what is wrong. */
  fits(schema: unknown, value: unknown, place: Place, seen?: SeenParts): boolean;
  /** Undefined for a pattern that is not enforced. */
  pattern(source: string): LinearPattern | undefined;
  /** What a reference refers to; undefined when it is unknown. */
  resolve(reference: string): { readonly schema: unknown } | undefined;
}

/** Keywords that belong together, and what they ask of a value. */
export interface Rule {
  readonly keywords: readonly string[];
  check(run: Run, subject: Case): boolean;
}
