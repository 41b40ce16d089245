import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import { readToolText, splitIdentifier } from "../catalogue/tool-text.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

const saturation = 1.2;
const lengthWeight = 0.75;

/** Textbook BM25 over one field: what anybody would write in an afternoon. */
export const plainBm25: SearchEngine = {
  name: "plain BM25",
  settings: "one field of name, description and argument names; k1 1.2, b 0.75; lower-case alphanumeric tokens",
  rankers: ["plain BM25"],
  build: (tools) => new PlainBm25Index(tools),
};

class PlainBm25Index implements EngineIndex {
  readonly #names: string[] = [];
  readonly #lengths: number[] = [];
  readonly #postings = new Map<string, Map<number, number>>();
  #totalLength = 0;

  constructor(tools: Iterable<CatalogueTool>) {
    for (const tool of tools) {
      this.add(tool);
    }
  }

  add(tool: CatalogueTool): void {
    const { name, description, argumentNames } = readToolText(tool);
    const tokens = tokenize(`${name} ${description} ${argumentNames}`);
    const slot = this.#names.push(tool.name) - 1;
    this.#lengths.push(tokens.length);
    this.#totalLength += tokens.length;
    for (const token of tokens) {
      const counts = this.#postings.get(token) ?? new Map<number, number>();
      this.#postings.set(token, counts.set(slot, (counts.get(slot) ?? 0) + 1));
    }
  }

  search(query: string, limit: number): readonly string[] {
    const scores = new Map<number, number>();
    const averageLength = this.#totalLength / this.#names.length;
    for (const token of new Set(tokenize(query))) {
      const counts = this.#postings.get(token) ?? new Map<number, number>();
      const rarity = Math.log(1 + (this.#names.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [slot, count] of counts) {
        const length = 1 - lengthWeight + (lengthWeight * (this.#lengths[slot] ?? 0)) / averageLength;
        const score = (rarity * count * (saturation + 1)) / (count + saturation * length);
        scores.set(slot, (scores.get(slot) ?? 0) + score);
      }
    }
    const best = [...scores].toSorted(([, left], [, right]) => right - left).slice(0, limit);
    return best.map(([slot]) => this.#names[slot] ?? "");
  }
}

function tokenize(text: string): string[] {
  return splitIdentifier(text).toLowerCase().split(" ").filter(Boolean);
}
