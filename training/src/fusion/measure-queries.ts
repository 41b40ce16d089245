import { parseQuery } from "../../../packages/search/src/query/parse-query.ts";
import type { WordQuery } from "../../../packages/search/src/query/parsed-query.ts";
import { hasKnownWord } from "../../../packages/search/src/rankers/hybrid/has-known-word.ts";
import { measureCandidates } from "../../../packages/search/src/rankers/hybrid/measure-candidates.ts";
import { splitRequests } from "../../../packages/search/src/rankers/hybrid/split-requests.ts";
import { mustMatch } from "../../../packages/search/src/ranking/must-match.ts";
import { compareNames } from "../../../packages/shared/src/names/compare-names.ts";
import type { MeasuredCatalogue } from "./measured-catalogue.ts";
import { featureCount, type MeasuredQueries, MeasuredQueriesBuilder } from "./measured-queries.ts";

/** A query put to a catalogue; it wants nothing where nothing there can answer it. */
export interface Question {
  readonly catalogue: MeasuredCatalogue;
  readonly text: string;
  readonly wanted: readonly (readonly string[])[];
}

/** What candidates are found and measured with. */
export type Means = "words and meaning" | "words alone";

/** The hybrid ranker embeds this much of a query. */
const maxEmbeddedLength = 600;

/** Measures the candidates of each question as the hybrid ranker does. Questions that this model never gets to see are left out. */
export async function measureQueries(questions: readonly Question[], means: Means): Promise<MeasuredQueries> {
  const builder = new MeasuredQueriesBuilder();
  for (const question of questions) {
    const query = parseQuery(question.text);
    if (query.kind !== "words") continue;
    const requests = splitRequests(query.expanded);
    if (means === "words alone") {
      measureQuestion(question, query, requests, undefined, builder);
      continue;
    }
    const embedded = query.expanded.slice(0, maxEmbeddedLength);
    const { semantic, view } = question.catalogue;
    const vectors = await semantic.embedQueries([embedded, ...requests]);
    // Where the embedder knows none of the words, the ranker turns to the model for words alone.
    if (vectors?.[0].some((number) => number !== 0) && hasKnownWord(embedded, view)) {
      measureQuestion(question, query, requests, vectors, builder);
    }
  }
  return builder.build();
}

function measureQuestion(
  { catalogue, wanted }: Question,
  { expanded: text, must }: WordQuery,
  requests: readonly string[],
  vectors: readonly Float32Array[] | undefined,
  builder: MeasuredQueriesBuilder,
): void {
  const { view } = catalogue;
  const passes = mustMatch(view, must);
  const { table, terms } = measureCandidates(view, { text, requests, vectors, limit: 0, passes });
  // The ranker answers nothing to a query of stop words and values, whatever the weights.
  if (terms.terms.length > 0) {
    const wantedAs = new Map<number | undefined, number>();
    for (const [place, names] of wanted.entries()) {
      for (const name of names) wantedAs.set(catalogue.slotOf(name), place + 1);
    }
    const nameOf = (candidate: number): string => view.documentAt(table.slots[candidate]).name;
    // The ranker orders equal scores by name; rows that stand in that order need no names later.
    const candidates = [...table.slots.keys()].sort((a, b) => compareNames(nameOf(a), nameOf(b)));
    for (const candidate of candidates) {
      const features = Array.from({ length: featureCount }, (_, feature) => table.get(candidate, feature));
      builder.addCandidate(features, wantedAs.get(table.slots[candidate]) ?? 0);
    }
  }
  builder.endQuery(wanted.length);
}
