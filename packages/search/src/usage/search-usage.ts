import type { TermEntry } from "../lexical/lexical-index.ts";
import type { WeighedWord } from "./learned-tool.ts";
import type { LearnedOrder, Lift, RankedTool, ShownTool } from "./shown-tool.ts";
import type { UsageHistory } from "./usage-history.ts";

/** A history during one search: what it says for the tools of this catalogue, and the answer that it learns from. */
export class SearchUsage {
  readonly #history: UsageHistory;
  readonly #query: string;
  readonly #hashOf: (name: string) => string | undefined;

  constructor(history: UsageHistory, query: string, hashOf: (name: string) => string | undefined) {
    this.#history = history;
    this.#query = query;
    this.#hashOf = hashOf;
  }

  /** What earlier calls say for each tool: bounded, and nothing if nothing is known. */
  liftsFor(terms: readonly TermEntry[]): (tool: RankedTool, order: LearnedOrder) => Lift {
    const words = weighedWords(terms);
    return (tool, order) => this.#history.liftOf({ ...tool, hash: this.#hashOf(tool.name) ?? "" }, order, words);
  }

  /** Keeps the answer, with the log-odds of the tools that it shows. */
  keepAnswer(terms: readonly TermEntry[], order: LearnedOrder, shown: readonly Omit<ShownTool, "hash">[]): void {
    const known = shown.flatMap((tool) => {
      const hash = this.#hashOf(tool.name);
      return hash === undefined ? [] : [{ ...tool, hash }];
    });
    this.#history.keepAnswer(this.#query, { words: weighedWords(terms), order, shown: known });
  }
}

/** How many words of a query count: more would make a long text say a little for everything. */
const maxWords = 32;

function weighedWords(terms: readonly TermEntry[]): WeighedWord[] {
  const counted = terms.slice(0, maxWords);
  const length = Math.sqrt(counted.reduce((sum, { rarity }) => sum + rarity ** 2, 0));
  return length === 0 ? [] : counted.map(({ term, rarity }) => ({ word: term.slice(0, 200), share: rarity / length }));
}
