import type { SearchAnswer } from "@toolcrib/search";

/** What both kinds of index answer alike. Scores differ in their last digits: the distribution of meanings is estimated. */
export function comparable({
  hits,
  candidates,
  kind,
  ranker,
  searched,
  cut,
  notFound,
  nearest,
  semantic,
}: SearchAnswer) {
  return {
    kind,
    ranker,
    hits: hits.map(({ name, sameAs }) => ({ name, sameAs })),
    candidates,
    searched,
    isCut: cut > 0,
    notFound,
    nearest,
    semantic,
  };
}
