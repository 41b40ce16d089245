import { isLikeName, possibleNames } from "../answer/resolve-names.ts";
import { keysOfText } from "../catalogue/name-directory.ts";
import type { QueryTerms } from "../lexical/query-terms.ts";
import { queryTerms } from "../lexical/query-terms.ts";
import { wordQuery } from "../query/parse-query.ts";
import type { ParsedQuery } from "../query/parsed-query.ts";
import { readQuery } from "../rankers/hybrid/read-query.ts";
import { semanticRanker } from "../rankers/semantic-ranker.ts";
import type { CatalogueView } from "../ranking/catalogue-view.ts";
import { comparedText } from "../ranking/compared-text.ts";
import type { Ranker } from "../ranking/ranker.ts";
import { splitWords } from "../text/split-words.ts";
import { quantise } from "../vectors/quantise.ts";
import type { CatalogueState, RequiredWord, WantedTerm, WantedTools, WantedWords } from "./remote-tools.ts";

/** As many as the hybrid ranker compares; of those that match words more, because the catalogue's order is coarser. */
const perQuery = 40;
const perRequest = 10;
const wordsPerCandidate = 2;
const maxWanted = 1_000;
/** Twice what a name may have, for spaces and punctuation between its words. */
const maxNameLength = 1_024;

const nothing: WantedTools = { words: [], meanings: [], names: [], nameKeys: [], prefixes: [], required: [] };

/** What a search needs from the catalogue, and the vectors of the texts that it embeds. */
export interface Wanted {
  readonly tools: WantedTools;
  readonly queries: ReadonlyMap<string, Float32Array>;
}

/** The tools to ask the catalogue for. `view` has the words of the catalogue and none of its tools. */
export async function wantTools(
  parsed: Exclude<ParsedQuery, { kind: "regex" }>,
  { limit, ranker }: { readonly limit: number; readonly ranker: Ranker },
  view: CatalogueView,
  { frequencies, hasVectors }: CatalogueState,
): Promise<Wanted> {
  if (parsed.kind === "empty") {
    return { tools: nothing, queries: new Map() };
  }
  if (parsed.kind === "select") {
    return { tools: { ...nothing, ...named(parsed.names) }, queries: new Map() };
  }
  const { text, requests, embedded } = await readQuery(parsed, view);
  const wanted = Math.min(maxWanted, Math.max(perQuery, limit));
  const wordsOf = (part: string, count: number): WantedWords => ({
    terms: wantedTerms(queryTerms(part, view.lexical), frequencies),
    limit: count * wordsPerCandidate,
  });
  const parts = [wordsOf(text, wanted), ...requests.map((request) => wordsOf(request, perRequest))];
  if (parsed.must.length > 0) {
    parts.push(wordsOf(parsed.must.join(" "), wanted));
  }
  const isName = parsed.must.length === 0 && isLikeName(parsed.text);
  const serverEnd = parsed.text.lastIndexOf("__") + 2;
  if (isName && serverEnd > 1) {
    parts.push(wordsOf(comparedText(wordQuery(parsed.text.slice(serverEnd)), view.lexical), wanted));
  }
  // The hybrid ranker leaves out values that no tool mentions; the semantic one embeds the text with them.
  const texts = ranker === semanticRanker ? [text] : [...new Set(embedded)];
  const vectors = hasVectors ? await view.semantic?.vectorsOf(texts) : undefined;
  const queries = new Map(vectors?.map((vector, index) => [texts[index] as string, vector]));
  return {
    tools: {
      words: parts.filter(({ terms }) => terms.length > 0),
      meanings: [...queries].map(([part, vector]) => ({
        direction: directionOf(vector),
        limit: part === texts[0] ? wanted : perRequest,
      })),
      ...(parsed.must.length === 0 ? named(possibleNames(parsed.text)) : { names: [], nameKeys: [] }),
      prefixes: isName ? prefixesOf(parsed.text.toLowerCase(), serverEnd, wanted) : [],
      required: parsed.must.map(requiredWord),
    },
    queries,
  };
}

/** The tools of a prefix; and one of its server, which tells whether the server exists. */
function prefixesOf(text: string, serverEnd: number, limit: number): WantedTools["prefixes"] {
  const server = serverEnd > 1 ? text.slice(0, serverEnd) : text;
  return [{ prefix: text, limit }, ...(server === text ? [] : [{ prefix: server, limit: 1 }])];
}

function named(texts: readonly string[]): Pick<WantedTools, "names" | "nameKeys"> {
  const names = texts.filter(({ length }) => length <= maxNameLength);
  return { names, nameKeys: [...new Set(names.flatMap((name) => keysOfText(name)))] };
}

function wantedTerms({ all }: QueryTerms, frequencies: CatalogueState["frequencies"]): readonly WantedTerm[] {
  return all.flatMap(({ term, rarity }) => {
    const frequency = frequencies.get(term);
    return frequency === undefined ? [] : [{ term, rarity, ...frequency }];
  });
}

function requiredWord(word: string): RequiredWord {
  const terms = splitWords(word).filter(({ joins, term }) => joins === 0 && term !== "");
  return { terms: terms.map(({ term }) => term), inName: word.toLowerCase() };
}

function directionOf(vector: Float32Array): Int8Array {
  const direction = new Int8Array(vector.length);
  quantise(vector, direction);
  return direction;
}
