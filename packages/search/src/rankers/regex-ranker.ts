import { compilePattern } from "../query/compile-pattern.ts";
import type { Ranker, Ranking, RankRequest, Reason } from "../ranking/ranker.ts";
import { TopSlots } from "../ranking/top-slots.ts";
import type { ToolDocument } from "../tool/document.ts";

/** The value of a match in each field: a name counts more than a description, a description more than an argument. */
const fields: readonly {
  readonly feature: string;
  readonly worth: number;
  readonly read: (document: ToolDocument) => string;
}[] = [
  { feature: "name", worth: 8, read: (document) => document.name },
  { feature: "hint", worth: 4, read: (document) => document.hint },
  { feature: "description", worth: 2, read: (document) => document.description },
  { feature: "argument names", worth: 1, read: (document) => document.argumentNames },
  { feature: "argument descriptions", worth: 0.5, read: (document) => document.argumentDescriptions },
];

/** Treats the query as an RE2 pattern, matched anywhere in a field, ignoring case. */
export const regexRanker: Ranker = {
  specificationVersion: "v1",
  name: "regex",
  rank({ query, limit, catalogue }: RankRequest): Ranking {
    const test = compilePattern(query.text);
    const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
    let matched = 0;
    for (let slot = 0; slot < catalogue.slots; slot++) {
      if (!catalogue.isAllowed(slot)) {
        continue;
      }
      const document = catalogue.documentAt(slot);
      const score = fields.reduce((sum, { worth, read }) => (test(read(document)) ? sum + worth : sum), 0);
      if (score > 0) {
        matched++;
        top.offer(slot, score);
      }
    }
    const hits = top.take().map(({ slot, score }) => {
      const document = catalogue.documentAt(slot);
      return { name: document.name, score, why: reasonsOf(document, test) };
    });
    return { hits, matched, nearMisses: [], semantic: "not needed" };
  },
};

function reasonsOf(document: ToolDocument, test: (text: string) => boolean): readonly Reason[] {
  return fields
    .filter(({ read }) => test(read(document)))
    .map(({ feature, worth }) => ({ feature, value: 1, contribution: worth }));
}
