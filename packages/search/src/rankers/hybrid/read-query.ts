import { isDescribing } from "../../lexical/is-describing.ts";
import { expandForeign } from "../../query/foreign-query.ts";
import type { WordQuery } from "../../query/parsed-query.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { comparedText } from "../../ranking/compared-text.ts";
import { splitWords } from "../../text/split-words.ts";
import { termOf } from "../../text/term.ts";
import { withoutValues } from "../../text/value-words.ts";
import { splitRequests } from "./split-requests.ts";

/** The texts of a query, as words are compared and as meaning is. */
export interface QueryTexts {
  /** The query. */
  readonly text: string;
  /** The parts of the query, if it asks for several things. */
  readonly requests: readonly string[];
  /** What is embedded: the query, then its parts. */
  readonly embedded: readonly string[];
}

const maxEmbeddedLength = 600;

/** The texts of a query. Only one in another language causes a promise. */
export function readQuery(query: WordQuery, catalogue: CatalogueView): QueryTexts | Promise<QueryTexts> {
  const text = comparedText(query, catalogue.lexical);
  if (query.isForeign === true) {
    return readForeignQuery(query.text, text, catalogue);
  }
  const requests = splitRequests(text);
  const embedded = [text.slice(0, maxEmbeddedLength), ...requests];
  // A transformer reads names and numbers in their context; a sum of words is pulled away by them.
  const isSum = catalogue.semantic?.embedder.similarities !== "transformer";
  return { text, requests, embedded: isSum ? embedded.map((part) => withoutUnknownValues(part, catalogue)) : embedded };
}

/** A text without names and numbers that no tool mentions, unless it says nothing else. */
function withoutUnknownValues(text: string, { lexical }: CatalogueView): string {
  const isKnown = (word: string): boolean => {
    const { id } = lexical.look(termOf(word));
    return id >= 0 && isDescribing(lexical, id);
  };
  const rest = withoutValues(text, isKnown);
  return rest === text || splitWords(rest).some(({ term }) => term !== "") ? rest : text;
}

/** Meaning is compared with the query as it was asked; English words are added to what words are compared with. */
async function readForeignQuery(
  asked: string,
  text: string,
  { languages, semantic }: CatalogueView,
): Promise<QueryTexts> {
  const parts = splitRequests(asked);
  const requests: string[] = [];
  for (const part of parts) {
    const reading = await languages?.read(part);
    requests.push(reading === undefined ? part : expandForeign(part, reading));
  }
  const isRead = semantic?.readsLanguages === true;
  const embedded = isRead ? [asked, ...parts] : [text, ...requests];
  return { text, requests, embedded: embedded.map((part) => part.slice(0, maxEmbeddedLength)) };
}
