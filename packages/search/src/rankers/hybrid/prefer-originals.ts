import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import type { ScoredSlot } from "../../ranking/top-slots.ts";
import { splitWords } from "../../text/split-words.ts";
import { CopyFinder } from "./find-copies.ts";

/** How many of the first rows are compared with each other. */
const maxCompared = 8;
/** How many times the tools of another server an owner has, apart from what they copy. */
const ownerSizeRatio = 2;
/** A server with more tools than this, apart from copies of one tool, is not there for the copies. */
const maxToolsOfCopier = 1;

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
  const finder = new CopyFinder(catalogue);
  const copiesOf = (row: ScoredSlot, others: readonly ScoredSlot[]): ScoredSlot[] =>
    others.filter(({ slot }) => slot !== row.slot && finder.areCopies(slotOf(row.slot), slotOf(slot)));
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
    const left = ordered.slice(place).filter(({ slot }) => !dropped.has(slot) && !settled.has(slot));
    // Many copies of the first one may hide the original; further down only neighbours are compared.
    const near = best.length === 0 ? left : left.slice(0, Math.max(0, maxCompared - best.length));
    const found = settled.has(first.slot) ? [] : copiesOf(first, near);
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

function ownerOf(
  catalogue: CatalogueView,
  slotOf: (row: number) => number,
  { all }: QueryTerms,
  group: readonly ScoredSlot[],
): ScoredSlot {
  const serverOf = ({ slot }: ScoredSlot): string => catalogue.documentAt(slotOf(slot)).server;
  const asked = new Set(all.map(({ term }) => term));
  const isNamed = (row: ScoredSlot): boolean =>
    splitWords(serverOf(row)).some(({ term }) => term !== "" && asked.has(term));
  const otherToolsOf = (row: ScoredSlot): number => {
    const server = serverOf(row);
    if (catalogue.isCollage(server)) {
      return 0;
    }
    return catalogue.toolsOf(server) - group.filter((copy) => serverOf(copy) === server).length;
  };
  const [first, ...others] = group;
  let owner = first as ScoredSlot;
  for (const other of others) {
    const ownTools = otherToolsOf(owner);
    const isSuspect = ownTools <= maxToolsOfCopier && (!isNamed(owner) || isNamed(other));
    if (isSuspect && otherToolsOf(other) + 1 >= (ownTools + 1) * ownerSizeRatio) {
      owner = other;
    }
  }
  return owner;
}
