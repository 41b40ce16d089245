import type { SearchableTool } from "@toolcrib/search";
import { Lru } from "../../caches/lru.ts";
import { literalsOf } from "./pattern-literals.ts";

const maxAnswers = 64;
/** Each is looked for in every text. More of them rule out few tools. */
const maxLiterals = 16;

/** The tools that a pattern matches. */
export interface PatternMatches {
  readonly names: readonly string[];
  /** How many tools it was not tried on. */
  readonly unsearched: number;
}

/**
 * The texts of a catalogue, for finding quickly which tools a pattern could match at all. Trying a pattern in linear time on ten
 * thousand definitions takes a tenth of a second; looking for a word takes a few milliseconds.
 */
export class PatternTexts {
  /** What patterns matched before; valid because the catalogue does not change. */
  readonly answers: Lru<string, PatternMatches> = new Lru(maxAnswers);
  readonly #tools: readonly SearchableTool[];
  readonly #positions: ReadonlyMap<string, number>;
  #texts: readonly string[] | undefined;

  constructor(tools: readonly SearchableTool[]) {
    this.#tools = tools;
    this.#positions = new Map(tools.map(({ name }, position) => [name, position]));
  }

  /** The names of the tools that a pattern may match; undefined if it may match any. */
  candidates(pattern: string): ReadonlySet<string> | undefined {
    const literals = literalsOf(pattern);
    if (literals === undefined || literals.length > maxLiterals) return undefined;
    this.#texts ??= this.#tools.map(textOf);
    const names = new Set<string>();
    for (const [position, text] of this.#texts.entries()) {
      if (literals.some((literal) => text.includes(literal))) names.add((this.#tools[position] as SearchableTool).name);
    }
    return names;
  }

  /** Names in the order of the catalogue. */
  inOrder(names: readonly string[]): readonly string[] {
    return names.toSorted((left, right) => (this.#positions.get(left) ?? 0) - (this.#positions.get(right) ?? 0));
  }
}

/** All text that a pattern is tried on. Long s and the Kelvin sign become s and k, as a case-insensitive match treats them. */
function textOf({ name, description, input_schema, inputSchema, searchHint }: SearchableTool): string {
  const parts = [name, description, searchHint, input_schema ?? inputSchema];
  return JSON.stringify(parts).toLowerCase().replaceAll("\u017f", "s").replaceAll("\u212a", "k");
}
