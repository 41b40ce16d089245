import { eachSharedTerm } from "../lexical/each-shared-term.ts";
import { fieldNames } from "../lexical/fields.ts";
import { fieldMask, type TermEntry } from "../lexical/lexical-index.ts";
import { knownTerms } from "../lexical/query-terms.ts";
import type { CatalogueView } from "../ranking/catalogue-view.ts";
import { comparedText } from "../ranking/compared-text.ts";
import { mustMatch } from "../ranking/must-match.ts";
import type { Hit, Ranker, Ranking, RankRequest, Reason } from "../ranking/ranker.ts";
import { strongestFirst } from "../ranking/reasons.ts";
import { type ScoredSlot, TopSlots } from "../ranking/top-slots.ts";

/** Lexical ranking: words weighted by rarity and field. */
export const bm25Ranker: Ranker = {
  specificationVersion: "v1",
  name: "bm25",
  rank({ query, limit, catalogue }: RankRequest): Ranking {
    const terms = knownTerms(comparedText(query, catalogue.lexical), catalogue.lexical);
    const { scores, touched, count } = catalogue.lexical.score(terms);
    const passes = query.must.length === 0 ? undefined : mustMatch(catalogue, query.must);
    const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
    let matched = 0;
    for (let index = 0; index < count; index++) {
      const slot = touched[index] as number;
      if (catalogue.isAllowed(slot) && (passes === undefined || passes(slot))) {
        matched++;
        const score = scores[slot] as number;
        if (score >= top.floor) {
          top.offer(slot, score);
        }
      }
    }
    return { hits: hitsOf(catalogue, terms, top.take()), matched, nearMisses: [], semantic: "not needed" };
  },
};

/** The hits, each with a reason per matching term: the fields that contain it. */
function hitsOf(catalogue: CatalogueView, terms: readonly TermEntry[], best: readonly ScoredSlot[]): Hit[] {
  const slots: number[] = [];
  const reasons: Reason[][] = [];
  for (const { slot } of best) {
    slots.push(slot);
    reasons.push([]);
  }
  // One list per word, shared by all reasons that name it.
  const words = terms.map(({ word }) => [word]);
  eachSharedTerm(catalogue.lexical, slots, terms, (hit, term, fields, worth) => {
    const { rarity } = terms[term] as TermEntry;
    const feature = namesByFields[fields] as string;
    const reason: Reason = { feature, value: worth, contribution: worth * rarity, terms: words[term] as string[] };
    (reasons[hit] as Reason[]).push(reason);
  });
  return best.map(({ slot, score }, hit) => ({
    name: catalogue.documentAt(slot).name,
    score,
    why: strongestFirst(reasons[hit] as Reason[]),
  }));
}

/** The field names for each bit set, as text. */
const namesByFields: readonly string[] = Array.from({ length: fieldMask + 1 }, (_none, fields) =>
  fieldNames.filter((_name, field) => (fields & (1 << field)) !== 0).join(", "),
);
