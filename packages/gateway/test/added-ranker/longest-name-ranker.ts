import type { Ranker } from "@toolcrib/search";

/** A ranker that is not built in: the longest name comes first, whatever the query. */
export const longestNameRanker: Ranker = {
  specificationVersion: "v1",
  name: "longest-name",
  rank({ catalogue, limit }) {
    const names: string[] = [];
    for (let slot = 0; slot < catalogue.slots; slot++) {
      if (catalogue.isAllowed(slot)) names.push(catalogue.documentAt(slot).name);
    }
    names.sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
    const hits = names.slice(0, limit).map((name) => ({
      name,
      score: name.length,
      why: [{ feature: "length of the name", value: name.length, contribution: name.length }],
    }));
    return { hits, matched: names.length, nearMisses: [], semantic: "not needed" };
  },
};
