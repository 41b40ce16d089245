import { RE2JS } from "re2js";
import type { TranslatedPattern } from "./translate-pattern.ts";

/** After this much work the engine's caches are dropped: they grow with the text that was read. */
const maxCachedWork = 200_000;

/** A pattern that is matched in linear time, whatever the pattern is. */
export class LinearPattern {
  /** The maximum work per character. */
  readonly size: number;
  readonly #compiled: RE2JS;
  #cachedWork = 0;

  constructor(compiled: RE2JS) {
    this.#compiled = compiled;
    this.size = compiled.programSize();
  }

  /** The maximum work for a text. */
  workFor(text: string): number {
    return this.size * (text.length + 1);
  }

  test(text: string): boolean {
    this.#cachedWork += this.workFor(text);
    const isMatch = this.#compiled.test(text);
    if (this.#cachedWork > maxCachedWork) {
      this.#compiled.reset();
      this.#cachedWork = 0;
    }
    return isMatch;
  }
}

/** The limit for compiled instructions that are cached: some tens of megabytes. */
const maxKeptSize = 200_000;
// Module-level: a compiled pattern depends on its text alone, and schemas of many tools share patterns.
const kept = new Map<string, LinearPattern | undefined>();
let keptSize = 0;

/**
 * The compiled pattern; undefined if RE2 does not support it. Cached, because compiling is slow and patterns repeat.
 */
export function compilePattern({ source }: TranslatedPattern): LinearPattern | undefined {
  const known = kept.get(source);
  if (known !== undefined || kept.has(source)) {
    kept.delete(source);
    kept.set(source, known);
    return known;
  }
  const pattern = compile(source);
  kept.set(source, pattern);
  keptSize += sizeOf(source, pattern);
  for (const [oldest, dropped] of kept) {
    if (keptSize <= maxKeptSize) break;
    kept.delete(oldest);
    keptSize -= sizeOf(oldest, dropped);
  }
  return pattern;
}

function compile(source: string): LinearPattern | undefined {
  try {
    return new LinearPattern(RE2JS.compile(source));
  } catch {
    return undefined;
  }
}

function sizeOf(source: string, pattern: LinearPattern | undefined): number {
  return source.length + (pattern?.size ?? 0);
}
