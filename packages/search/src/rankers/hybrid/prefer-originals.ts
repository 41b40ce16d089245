import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import type { ScoredSlot } from "../../ranking/top-slots.ts";
import { splitWords, wholeWords } from "../../text/split-words.ts";
import { areCopies, saidToolsOf } from "./find-copies.ts";
import { isLikelierOriginal } from "./likelier-original.ts";

/** How many of the first rows are compared with each other. */
const maxCompared = 8;
/** Longer names of servers are not what people call them. */
const maxWordsOfServer = 2;
/** Words that many names of servers have, whatever they do. */
const wordsOfServers: ReadonlySet<string> = new Set(["mcp", "server", "api", "tool", "tools"]);

/** Rows in an order in which no copy stands before its original. */
export interface OrderedOriginals {
  readonly best: readonly ScoredSlot[];
  /** What copies that moved behind their original lost of their score. */
  readonly lowered: ReadonlyMap<number, number>;
  /** By the row of an original: what says the same on other servers. Only the first of them keeps a place. */
  readonly copies: ReadonlyMap<number, readonly number[]>;
}

/**
 * Moves copies behind their original on another server, which keeps its place: a copy changes nothing for other tools.
 * Which one is the original cannot be known; a server that has hardly anything else is the less likely owner, because
 * somebody who copies a popular tool rarely copies everything around it. A server that the query names is as likely.
 */
export function preferOriginals(
  catalogue: CatalogueView,
  slotOf: (row: number) => number,
  terms: QueryTerms,
  ordered: readonly ScoredSlot[],
): OrderedOriginals {
  const saidBy = saidToolsOf(catalogue);
  const copiesOf = (row: ScoredSlot, others: readonly ScoredSlot[]): ScoredSlot[] => {
    const said = saidBy(slotOf(row.slot));
    return others.filter(({ slot }) => slot !== row.slot && areCopies(said, saidBy(slotOf(slot))));
  };
  const lowered = new Map<number, number>();
  const copies = new Map<number, readonly number[]>();
  const best: ScoredSlot[] = [];
  /** Copies that stood before their original, by its row. */
  const held = new Map<number, ScoredSlot>();
  const settled = new Set<number>();
  const dropped = new Set<number>();
  for (const [place, first] of ordered.entries()) {
    if (dropped.has(first.slot)) {
      continue;
    }
    const isCompared = best.length < maxCompared && !settled.has(first.slot);
    const left = isCompared ? ordered.slice(place).filter(({ slot }) => !dropped.has(slot) && !settled.has(slot)) : [];
    // Many copies of the first one may hide the original; further down only neighbours are compared.
    const near = best.length === 0 ? left : left.slice(0, maxCompared - best.length);
    const found = copiesOf(first, near);
    if (found.length > 0) {
      const owner = ownerOf(catalogue, slotOf, terms, [first, ...found]);
      const [second, ...others] = copiesOf(owner, left);
      settle(owner, second as ScoredSlot, others);
      if (owner !== first) {
        continue;
      }
    }
    best.push(first);
    const copy = held.get(first.slot);
    if (copy !== undefined) {
      best.push({ slot: copy.slot, score: first.score });
      lowered.set(copy.slot, first.score - copy.score);
    }
  }
  return { best, lowered, copies };

  function settle(owner: ScoredSlot, second: ScoredSlot, others: readonly ScoredSlot[]): void {
    const rows = [second, ...others].map(({ slot }) => slot);
    copies.set(owner.slot, rows);
    for (const row of rows) {
      dropped.add(row);
    }
    settled.add(owner.slot);
    if (ordered.indexOf(second) < ordered.indexOf(owner)) {
      held.set(owner.slot, second);
    } else {
      settled.add(second.slot);
      dropped.delete(second.slot);
    }
  }
}

/** Whether a request names a server by a word of a short name: a long one may be there for the request. */
function isServerNamed(server: string, asked: ReadonlySet<string>): boolean {
  const words = wholeWords(server).filter((word) => !wordsOfServers.has(word));
  const isAsked = (word: string): boolean => splitWords(word).some(({ term }) => term !== "" && asked.has(term));
  return words.length <= maxWordsOfServer && words.some(isAsked);
}

function ownerOf(
  catalogue: CatalogueView,
  slotOf: (row: number) => number,
  { all }: QueryTerms,
  group: readonly ScoredSlot[],
): ScoredSlot {
  const serverOf = ({ slot }: ScoredSlot): string => catalogue.documentAt(slotOf(slot)).server;
  const asked = new Set(all.map(({ term }) => term));
  const isNamed = (row: ScoredSlot): boolean => isServerNamed(serverOf(row), asked);
  const otherToolsOf = (slot: number): number => {
    const { server } = catalogue.documentAt(slot);
    return catalogue.toolsOf(server) - group.filter((copy) => serverOf(copy) === server).length;
  };
  const isLikelier = (other: ScoredSlot, than: ScoredSlot): boolean =>
    isLikelierOriginal(catalogue, slotOf(other.slot), slotOf(than.slot), otherToolsOf);
  const [first, ...others] = group;
  let owner = first as ScoredSlot;
  for (const other of others) {
    if ((!isNamed(owner) || isNamed(other)) && isLikelier(other, owner)) {
      owner = other;
    }
  }
  return owner;
}

/** More tools of one name are not compared: the time grows with the square of their number. */
const maxComparedNames = 32;

/** Those of some tools that are copies of others among them; none if there are too many to compare. */
export function copiesAmong(catalogue: CatalogueView, slots: readonly number[]): ReadonlySet<number> {
  if (slots.length > maxComparedNames) {
    return new Set();
  }
  const saidBy = saidToolsOf(catalogue);
  const isCopy = (slot: number): boolean =>
    slots.some((other) => areCopies(saidBy(slot), saidBy(other)) && isLikelierOriginal(catalogue, other, slot));
  return new Set(slots.filter(isCopy));
}
