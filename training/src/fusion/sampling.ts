/** Sets count equally whatever their size, so more queries of a large set would cost time and teach little. */
const maxQueriesOfSet = 1200;

/** Queries of one set that are asked of another set's catalogue. */
const maxForeignQueries = 150;

/** The queries that weights are fitted on, and those that are only ever reported on. */
export interface Parts<Item> {
  readonly fitted: Item;
  readonly aside: Item;
}

/** A set's own queries: evenly over the file, since files are sorted by tool or by source. */
export function sampleOwn<Query>(queries: readonly Query[]): Parts<readonly Query[]> {
  return inParts(takeEvenly(queries, maxQueriesOfSet));
}

/** The queries of one set to be asked of another. */
export function sampleForeign<Query>(queries: readonly Query[]): Parts<readonly Query[]> {
  return inParts(takeEvenly(queries, maxForeignQueries));
}

/** `most` items spread evenly over a list. */
export function takeEvenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, place) => items[Math.floor((place * items.length) / most)]);
}

/** Even-numbered queries are fitted on; odd-numbered ones are kept aside and never fitted on. */
function inParts<Item>(items: readonly Item[]): Parts<readonly Item[]> {
  return {
    fitted: items.filter((_, place) => place % 2 === 0),
    aside: items.filter((_, place) => place % 2 === 1),
  };
}
