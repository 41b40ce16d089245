import { compareNames } from "@toolcrib/shared/names";
import { nextTurn } from "@toolcrib/shared/timers";
import { compilePattern } from "../query/compile-pattern.ts";
import type { MeteredPattern } from "../query/metered-pattern.ts";
import type { CatalogueView } from "../ranking/catalogue-view.ts";
import type { Hit, Ranker, Ranking, RankRequest, Reason } from "../ranking/ranker.ts";
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

/** After so much text other requests get a turn: some tens of milliseconds. */
const charactersPerTurn = 2_000_000;

/** Treats the query as an RE2 pattern, matched anywhere in a field, ignoring case. */
export const regexRanker: Ranker = {
  specificationVersion: "v1",
  name: "regex",
  rank(request: RankRequest): Ranking | Promise<Ranking> {
    const ranking = rankInTurns(request);
    const { done, value } = ranking.next();
    return done === true ? value : finish(ranking);
  },
};

async function finish(ranking: Generator<undefined, Ranking>): Promise<Ranking> {
  for (;;) {
    await nextTurn();
    const { done, value } = ranking.next();
    if (done === true) {
      return value;
    }
  }
}

/** Tries the pattern on the tools in the order of their names: if it takes too much work, which ones are left out depends on nothing else. */
function* rankInTurns({ query, limit, catalogue }: RankRequest): Generator<undefined, Ranking> {
  const pattern = compilePattern(query.text);
  const slots = slotsByName(catalogue);
  const matches: Hit[] = [];
  let searched = 0;
  let characters = 0;
  for (const slot of slots) {
    // Tools may be removed while others have a turn.
    if (!catalogue.isAllowed(slot)) {
      continue;
    }
    const document = catalogue.documentAt(slot);
    const why = reasonsFor(document, pattern);
    if (why === undefined) {
      break;
    }
    searched++;
    if (why.length > 0) {
      const score = why.reduce((sum, { contribution }) => sum + contribution, 0);
      matches.push({ name: document.name, score, why });
    }
    characters += lengthOf(document);
    if (characters > charactersPerTurn) {
      characters = 0;
      yield;
    }
  }
  // The sort is stable: equal scores stay in the order of names.
  const hits = matches.toSorted((left, right) => right.score - left.score).slice(0, limit);
  const unsearched = slots.length - searched;
  return { hits, matched: matches.length, unsearched, nearMisses: [], semantic: "not needed" };
}

function slotsByName(catalogue: CatalogueView): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < catalogue.slots; slot++) {
    if (catalogue.isAllowed(slot)) {
      slots.push(slot);
    }
  }
  return slots.sort((left, right) => compareNames(catalogue.documentAt(left).name, catalogue.documentAt(right).name));
}

/** The fields that match; undefined if the pattern has used up its work. */
function reasonsFor(document: ToolDocument, pattern: MeteredPattern): Reason[] | undefined {
  const reasons: Reason[] = [];
  for (const { feature, worth, read } of fields) {
    const isMatch = pattern.test(read(document));
    if (isMatch === undefined) {
      return undefined;
    }
    if (isMatch) {
      reasons.push({ feature, value: 1, contribution: worth });
    }
  }
  return reasons;
}

function lengthOf(document: ToolDocument): number {
  return fields.reduce((sum, { read }) => sum + read(document).length, 0);
}
