import type { CatalogueView } from "../catalogue/catalogue-view.ts";
import { fieldNames } from "../lexical/fields.ts";
import { type QueryTerms, queryTerms } from "../lexical/query-terms.ts";
import { comparedText } from "./compared-text.ts";
import { mustMatch } from "./must-match.ts";
import type { Hit, Ranker, Ranking, RankRequest, Reason } from "./ranker.ts";
import { strongestFirst } from "./reasons.ts";
import { TopSlots } from "./top-slots.ts";

/** Words, weighted by how rare they are and by the field they stand in. */
export const bm25Ranker: Ranker = {
  specificationVersion: "v1",
  name: "bm25",
  rank({ query, limit, catalogue }: RankRequest): Ranking {
    const terms = queryTerms(comparedText(query, catalogue.lexical), catalogue.lexical);
    const { scores, touched, count } = catalogue.lexical.score(terms.all);
    const passes = mustMatch(catalogue, query.must);
    const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
    let matched = 0;
    for (let index = 0; index < count; index++) {
      const slot = touched[index] as number;
      if (catalogue.isAllowed(slot) && passes(slot)) {
        matched++;
        const score = scores[slot] as number;
        if (score >= top.floor) {
          top.offer(slot, score);
        }
      }
    }
    const hits = top.take().map(({ slot, score }) => hitOf(catalogue, terms, slot, score));
    return { hits, matched, nearMisses: [], semantic: "not needed" };
  },
};

function hitOf(catalogue: CatalogueView, terms: QueryTerms, slot: number, score: number): Hit {
  return { name: catalogue.documentAt(slot).name, score, why: wordReasons(catalogue, terms, slot) };
}

/** A reason for each term that the tool has, with the fields that hold it. */
function wordReasons(catalogue: CatalogueView, terms: QueryTerms, slot: number): readonly Reason[] {
  const entryOf = new Map(terms.all.map((entry) => [entry.id, entry]));
  const reasons: Reason[] = [];
  catalogue.lexical.eachTerm(slot, (id, fields, worth) => {
    const entry = entryOf.get(id);
    if (entry !== undefined) {
      const feature = fieldNames.filter((_name, field) => (fields & (1 << field)) !== 0).join(", ");
      reasons.push({ feature, value: worth, contribution: worth * entry.rarity, terms: [entry.word] });
    }
  });
  return strongestFirst(reasons);
}
