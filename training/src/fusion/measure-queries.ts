import { foreignQuery } from "../../../packages/search/src/query/foreign-query.ts";
import { parseQuery } from "../../../packages/search/src/query/parse-query.ts";
import type { WordQuery } from "../../../packages/search/src/query/parsed-query.ts";
import { isMeaningful } from "../../../packages/search/src/rankers/hybrid/is-meaningful.ts";
import { measureCandidates } from "../../../packages/search/src/rankers/hybrid/measure-candidates.ts";
import { type QueryTexts, readQuery } from "../../../packages/search/src/rankers/hybrid/read-query.ts";
import { mustMatch } from "../../../packages/search/src/ranking/must-match.ts";
import { countAskingWords } from "../../../packages/search/src/text/asking-words.ts";
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

/** Measures the candidates of each question as the hybrid ranker does. Questions that this model never gets to see are left out. */
export async function measureQueries(questions: readonly Question[], means: Means): Promise<MeasuredQueries> {
  const builder = new MeasuredQueriesBuilder();
  for (const question of questions) {
    const parsed = parseQuery(question.text);
    if (parsed.kind !== "words") continue;
    const { semantic, view } = question.catalogue;
    const reading = await view.languages?.read(parsed.text);
    const query = reading === undefined ? parsed : foreignQuery(parsed, reading);
    const texts = await readQuery(query, view);
    if (means === "words alone") {
      measureQuestion(question, query, texts, undefined, builder);
      continue;
    }
    const vectors = await semantic.embedQueries(texts.embedded);
    // Where the embedder knows none of the words, the ranker turns to the model for words alone.
    const isAsking = countAskingWords(query.text) > 0;
    const isMeant = query.isForeign === true || isMeaningful(texts.embedded[0], isAsking, view);
    if (vectors?.[0].some((number) => number !== 0) && isMeant) {
      measureQuestion(question, query, texts, vectors, builder);
    }
  }
  return builder.build();
}

function measureQuestion(
  { catalogue, wanted }: Question,
  { must }: WordQuery,
  { text, requests }: QueryTexts,
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
