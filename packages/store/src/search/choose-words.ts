import type { WantedTerm } from "@toolcrib/search/remote";
import { lexeme } from "./lexemes.ts";

/** About how many tools are compared by their words: more would take longer, and find almost nothing that ranks among the first. */
const maxTools = 1_500;
/** Words that occur together do so more often than by chance. */
const togetherness = 3;
const maxTerms = 16;

/** The terms that count for an order, those that say most first. */
export function informativeTerms(terms: readonly WantedTerm[]): readonly WantedTerm[] {
  return terms.toSorted((left, right) => right.rarity - left.rarity).slice(0, maxTerms);
}

/**
 * A `tsquery` for the tools that are worth comparing: all with a rare word, and of the frequent ones those that it weighs
 * most in, or that have two of them. The number of tools that match stays about the same, however large the catalogue is.
 */
export function chooseWords(catalogue: number, terms: readonly WantedTerm[], tools: number): string {
  const chosen: string[] = [];
  let room = maxTools;
  const take = (query: string, size: number): boolean => {
    if (size > room) return false;
    chosen.push(query);
    room -= size;
    return true;
  };
  const whole = ({ term }: WantedTerm): string => lexeme(catalogue, "word", term);
  const prominent = ({ term }: WantedTerm): string => lexeme(catalogue, "prominent", term);
  const byFrequency = informativeTerms(terms).toSorted((left, right) => left.tools - right.tools);
  const frequent = byFrequency.filter((term) => !take(whole(term), term.tools));
  for (const [place, term] of frequent.entries()) {
    const isTaken = term.prominent > 0 && take(prominent(term), term.prominent);
    for (const other of frequent.slice(place + 1)) {
      const estimate = (left: number, right: number): number => (togetherness * left * right) / Math.max(1, tools);
      if (take(`(${whole(term)} & ${whole(other)})`, estimate(term.tools, other.tools))) continue;
      if (!isTaken && take(`(${prominent(term)} & ${whole(other)})`, estimate(term.prominent, other.tools))) continue;
      take(`(${prominent(term)} & ${prominent(other)})`, estimate(term.prominent, other.prominent));
    }
  }
  if (chosen.length > 0) return chosen.join(" | ");
  // Nothing is rare enough: what weighs most in its tools, whatever it costs.
  const [rarest] = byFrequency.toSorted((left, right) => left.prominent - right.prominent);
  if (rarest === undefined) return "";
  return rarest.prominent > 0 ? prominent(rarest) : whole(rarest);
}
