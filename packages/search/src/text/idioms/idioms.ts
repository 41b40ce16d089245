import { idiomTable } from "./idiom-table.ts";

/** Stands for a capitalised word, which is kept. */
export const capitalisedWord = "@";

/** One position of a phrase: the allowed words, undefined for a gap, or a capitalised word. */
export type Place = ReadonlySet<string> | undefined | typeof capitalisedWord;

export interface Idiom {
  /** Its place among the idioms. */
  readonly number: number;
  readonly places: readonly Place[];
  readonly plain: string;
}

let parsed: readonly Idiom[] | undefined;

/** All idioms, parsed when first needed. */
export function idioms(): readonly Idiom[] {
  parsed ??= parseTable();
  return parsed;
}

function parseTable(): Idiom[] {
  const lines = idiomTable.trim().split("\n");
  return lines.map((line, number) => {
    const [phrase, plain] = line.split(" = ") as [string, string];
    return { number, places: phrase.split(" ").map(readPlace), plain };
  });
}

function readPlace(place: string): Place {
  return place === "*" ? undefined : place === capitalisedWord ? capitalisedWord : new Set(place.split("/"));
}
