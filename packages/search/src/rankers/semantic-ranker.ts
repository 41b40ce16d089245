import { comparedText } from "../ranking/compared-text.ts";
import { mustMatch } from "../ranking/must-match.ts";
import type { Ranker, Ranking, RankRequest } from "../ranking/ranker.ts";
import { semanticState } from "../ranking/semantic-state.ts";
import { TopSlots } from "../ranking/top-slots.ts";

/** A lower cosine is meaningless. */
const minCosine = 0.15;

/** Only the cosine of the query and a tool's name and description. Without vectors it finds nothing, and says so. */
export const semanticRanker: Ranker = {
  specificationVersion: "v1",
  name: "semantic",
  async rank({ query, limit, catalogue }: RankRequest): Promise<Ranking> {
    const semantic = catalogue.semantic;
    const isRead = query.isForeign === true && semantic?.readsLanguages === true;
    const text = isRead ? query.text : comparedText(query, catalogue.lexical);
    const [vector] = (await semantic?.embedQueries([text])) ?? [];
    const whole = semantic?.matrices?.whole;
    if (vector === undefined || whole === undefined) {
      return { hits: [], matched: 0, nearMisses: [], semantic: semanticState(semantic) };
    }
    whole.setQuery(vector);
    const products = whole.products(catalogue.slots);
    const passes = mustMatch(catalogue, query.must);
    const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
    const least = minCosine / whole.unit;
    let matched = 0;
    for (let slot = 0; slot < products.length; slot++) {
      const product = products[slot] as number;
      if (product >= least && catalogue.isAllowed(slot) && passes(slot)) {
        matched++;
        top.offer(slot, product);
      }
    }
    const hits = top.take().map(({ slot, score }) => {
      const cosine = score * whole.unit;
      const why = [{ feature: "meaning", value: cosine, contribution: cosine }];
      return { name: catalogue.documentAt(slot).name, score: cosine, why };
    });
    return { hits, matched, nearMisses: [], semantic: "used" };
  },
};
