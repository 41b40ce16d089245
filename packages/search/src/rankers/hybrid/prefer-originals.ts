import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import type { ScoredSlot } from "../../ranking/top-slots.ts";
import { splitWords } from "../../text/split-words.ts";
import { CopyFinder } from "./find-copies.ts";

/** How many of the first rows are compared with each other. */
const maxCompared = 8;
/** How many times the tools of another server an owner has. */
const ownerSizeRatio = 2;

/** Rows in an order in which no copy stands before its original. */
export interface OrderedOriginals {
  readonly best: readonly ScoredSlot[];
  /** What was added to the score of rows that moved up. */
  readonly raised: ReadonlyMap<number, number>;
  /** By the row of an original: what says the same on other servers. Only the first of them keeps a place. */
  readonly copies: ReadonlyMap<number, readonly number[]>;
}

/**
 * Moves an original before its copies on other servers. Which one is the original cannot be known; the server that does
 * more is the more likely owner, and somebody who copies a popular tool rarely copies everything around it. A server that
 * the query names stays where it is.
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
  const raised = new Map<number, number>();
  const copies = new Map<number, readonly number[]>();
  const best: ScoredSlot[] = [];
  let left = [...ordered];
  while (left.length > 0) {
    const first = left[0] as ScoredSlot;
    // Many copies of the first one may hide the original; further down only neighbours are compared.
    const found = best.length === 0 ? copiesOf(first, left) : copiesOf(first, left.slice(0, maxCompared - best.length));
    if (found.length === 0) {
      best.push(first);
      left.shift();
      continue;
    }
    const owner = ownerOf(catalogue, slotOf, terms, [first, ...found]);
    if (owner !== first) {
      raised.set(owner.slot, first.score - owner.score);
    }
    const others = copiesOf(owner, left);
    const [second] = others;
    best.push({ slot: owner.slot, score: first.score });
    if (second !== undefined) {
      best.push(second);
    }
    copies.set(
      owner.slot,
      others.map(({ slot }) => slot),
    );
    left = left.filter((row) => row !== owner && !others.includes(row));
  }
  return { best, raised, copies };
}

function ownerOf(
  catalogue: CatalogueView,
  slotOf: (row: number) => number,
  { all }: QueryTerms,
  group: readonly ScoredSlot[],
): ScoredSlot {
  const serverOf = ({ slot }: ScoredSlot): string => catalogue.documentAt(slotOf(slot)).server;
  const asked = new Set(all.map(({ term }) => term));
  const named = group.filter((row) => splitWords(serverOf(row)).some(({ term }) => term !== "" && asked.has(term)));
  const [first, ...others] = named.length > 0 && named.length < group.length ? named : group;
  let owner = first as ScoredSlot;
  for (const other of others) {
    if (catalogue.toolsOf(serverOf(other)) >= catalogue.toolsOf(serverOf(owner)) * ownerSizeRatio) {
      owner = other;
    }
  }
  return owner;
}
