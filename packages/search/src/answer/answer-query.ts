import { compareNames, nearestNames } from "@toolcrib/shared/names";
import type { NameDirectory } from "../catalogue/name-directory.ts";
import type { ToolStore } from "../catalogue/tool-store.ts";
import type { Reading } from "../languages/language-reader.ts";
import { foreignQuery } from "../query/foreign-query.ts";
import { checkedQuery, parseQuery, wordQuery } from "../query/parse-query.ts";
import type { WordQuery } from "../query/parsed-query.ts";
import { copiesAmong } from "../rankers/hybrid/prefer-originals.ts";
import { regexRanker } from "../rankers/regex-ranker.ts";
import type { CatalogueView } from "../ranking/catalogue-view.ts";
import { maxCandidates } from "../ranking/max-candidates.ts";
import type { Hit, Ranker, Ranking, RankRequest } from "../ranking/ranker.ts";
import { semanticState } from "../ranking/semantic-state.ts";
import { wholeWords } from "../text/split-words.ts";
import { SearchUsage } from "../usage/search-usage.ts";
import type { UsageHistory } from "../usage/usage-history.ts";
import { describedCandidates } from "./candidates.ts";
import { rankRequired } from "./rank-required.ts";
import { isLikeName, type NamedTools, namedBy, resolveNames } from "./resolve-names.ts";
import { withSameTools } from "./same-tools.ts";
import type { SearchAnswer } from "./search-answer.ts";
import { checkedLimit, checkedUsage, rankerOf, type SearchOptions } from "./search-options.ts";
import { summarise } from "./summarise.ts";
import { viewOf } from "./view-of.ts";

type Answer = Omit<SearchAnswer, "summary" | "searched">;

/** A query, and what a language reader read in it. */
interface ReadQuery {
  readonly text: string;
  readonly reading: Reading | undefined;
}

interface RankingOptions extends Pick<RankRequest, "limit" | "usage"> {
  readonly ranker: Ranker;
}

/**
 * Parses a query, looks up names, lets the ranker order the rest, and explains the result. Mostly synchronous, and milliseconds long:
 * its callers wait for a turn first.
 */
export async function answerQuery(
  store: ToolStore,
  query: unknown,
  options: SearchOptions,
  given: UsageHistory | undefined = options.usage,
): Promise<SearchAnswer> {
  const text = checkedQuery(query);
  const limit = checkedLimit(options.limit);
  const ranker = rankerOf(options.ranker);
  const history = checkedUsage(given);
  const { semantic } = store;
  const isWaiting = semantic?.fallback !== undefined && !semantic.isUsable;
  const reading = store.languages === undefined ? undefined : await store.languages.read(text);
  const catalogue = viewOf(store, { text, isForeign: reading !== undefined }, options.only);
  const usage = history && new SearchUsage(history, text, (name) => store.hashOf(name));
  const found = answered(store, catalogue, { text, reading }, { ranker, limit, usage });
  // Awaiting takes time even if there is nothing to wait for.
  const answer = "then" in found ? await found : found;
  // What the fallback contributes is not what the caller's embedder would have.
  const isOfFallback = isWaiting && answer.semantic === "used";
  const searched = catalogue.size - (answer.unsearched ?? 0);
  return explained(isOfFallback ? { ...answer, semantic: semanticState(semantic) } : answer, searched);
}

/**
 * Fields are listed explicitly: answers are built in several ways, and spreading an object of varying shape is slow.
 */
function explained(answer: Answer, searched: number): SearchAnswer {
  const { kind, ranker, hits, candidates, matched, cut, notFound, nearest, semantic } = answer;
  const summary = summarise(answer, searched);
  const own = { searched, kind, ranker, hits, candidates, matched, cut, notFound, nearest, semantic, summary };
  return answer.unsearched === undefined ? own : { ...own, unsearched: answer.unsearched };
}

/** Only an asynchronous ranker causes a promise: a synchronous one costs none. */
function answered(
  store: ToolStore,
  catalogue: CatalogueView,
  { text, reading }: ReadQuery,
  { ranker, limit, usage }: RankingOptions,
): Answer | Promise<Answer> {
  if (ranker === regexRanker && text !== "") {
    return matchingPattern(store, catalogue, text, limit);
  }
  const parsed = parseQuery(text);
  switch (parsed.kind) {
    case "select":
      return selected(store, catalogue, parsed.names, ranker);
    case "empty":
      return { ...nothing, kind: "empty", ranker: ranker.name };
    case "regex":
      return matchingPattern(store, catalogue, parsed.pattern, limit);
    case "words":
      return namesAndWords(store, catalogue, reading === undefined ? parsed : foreignQuery(parsed, reading), {
        ranker,
        limit,
        usage,
      });
  }
}

const nothing = {
  hits: [],
  candidates: [],
  matched: 0,
  cut: 0,
  notFound: [],
  nearest: [],
  semantic: "not needed",
} as const;

function matchingPattern(
  store: ToolStore,
  catalogue: CatalogueView,
  pattern: string,
  limit: number,
): Answer | Promise<Answer> {
  const query: WordQuery = { kind: "words", text: pattern, expanded: pattern, must: [] };
  return whenRanked(regexRanker.rank({ query, limit, catalogue }), (ranking) =>
    fromRanking("regex", regexRanker, ranking, store),
  );
}

function whenRanked(
  ranking: Ranking | Promise<Ranking>,
  answerWith: (ranking: Ranking) => Answer,
): Answer | Promise<Answer> {
  return "then" in ranking ? ranking.then(answerWith) : answerWith(ranking);
}

function fromRanking(
  kind: "regex" | "words",
  ranker: Ranker,
  { hits, candidates = [], matched, unsearched = 0, sameAs, nearMisses, semantic }: Ranking,
  store: ToolStore,
): Answer {
  return {
    kind,
    ranker: ranker.name,
    hits: withSameTools(hits, sameAs),
    candidates: withSameTools(describedCandidates(store, candidates), sameAs),
    matched,
    cut: matched - hits.length,
    notFound: [],
    nearest: hits.length + candidates.length > 0 ? [] : nearMisses,
    semantic,
    ...(unsearched > 0 ? { unsearched } : {}),
  };
}

/** `select:`: every existing name, ignoring the limit; missing names are listed. */
function selected(store: ToolStore, catalogue: CatalogueView, names: readonly string[], ranker: Ranker): Answer {
  const found = new Set<number>();
  const all = new Set<number>();
  const notFound: string[] = [];
  for (const name of names) {
    const slots = namedBy(name, store.directory).filter((slot) => catalogue.isAllowed(slot));
    if (slots.length === 0) {
      notFound.push(name);
    }
    for (const slot of inNameOrder(catalogue, fewOfEachName(catalogue, slots))) {
      found.add(slot);
    }
    for (const slot of slots) {
      all.add(slot);
    }
  }
  const hits = [...found].map((slot) => nameHit(catalogue, slot));
  const nearest = notFound.length > 0 ? nearestNames(notFound[0] as string, allowedNames(store, catalogue)) : [];
  const matched = all.size;
  const cut = matched - hits.length;
  return { ...nothing, kind: "select", ranker: ranker.name, hits, matched, cut, notFound, nearest };
}

function namesAndWords(
  store: ToolStore,
  catalogue: CatalogueView,
  query: WordQuery,
  { ranker, limit, usage }: RankingOptions,
): Answer | Promise<Answer> {
  const named = query.must.length === 0 ? allowed(resolveNames(query.text, store.directory), catalogue) : undefined;
  const slots = named?.kind === "prefix" ? named.slots : fewOfEachName(catalogue, named?.slots ?? []);
  const nameHits = inNameOrder(catalogue, slots).map((slot) => nameHit(catalogue, slot));
  if (named?.kind === "names" || named?.kind === "prefix") {
    const hits = named.kind === "prefix" ? nameHits.slice(0, limit) : nameHits;
    const matched = named.slots.length;
    return { ...nothing, kind: named.kind, ranker: ranker.name, hits, matched, cut: matched - hits.length };
  }
  const asked = withoutServer(query, store.directory);
  const request = { query: asked, limit, catalogue, usage };
  const ranked = asked.must.length === 0 ? ranker.rank(request) : rankRequired(ranker, request);
  return whenRanked(ranked, (ranking) => {
    // A named tool may have been removed while the ranker waited for its embedder.
    const stillNamed = nameHits.filter(({ name }) => store.directory.slotOf(name) !== undefined);
    const answer = namesFirst(store, stillNamed, fromRanking("words", ranker, ranking, store), limit);
    // Text that looks like a name but is none is probably a typo: similar spellings help more than similar meanings.
    const isEmpty = answer.hits.length === 0 && answer.candidates.length === 0;
    const isMisspelt = answer.hits.length === 0 && isLikeName(query.text);
    const needsNames = isMisspelt || (isEmpty && answer.nearest.length === 0);
    return needsNames ? { ...answer, nearest: nearestNames(query.text, allowedNames(store, catalogue)) } : answer;
  });
}

/** A misspelt name without its server: all tools of the server have that part, so it speaks for none of them. */
function withoutServer(query: WordQuery, directory: NameDirectory): WordQuery {
  const end = query.text.lastIndexOf("__") + "__".length;
  const hasServer = isLikeName(query.text) && directory.withPrefix(query.text.slice(0, end)).length > 0;
  return hasServer ? { ...wordQuery(query.text.slice(end)), must: query.must } : query;
}

/** The named tools, followed by the ranker's hits. */
function namesFirst(store: ToolStore, named: readonly Hit[], ranked: Answer, limit: number): Answer {
  if (named.length === 0 && ranked.hits.length <= limit) {
    return ranked;
  }
  const isNamed = new Set(named.map(({ name }) => name));
  const others = ranked.hits.filter(({ name }) => !isNamed.has(name));
  const room = Math.max(limit, named.length);
  const hits = [...named, ...others].slice(0, room);
  const cutOff = others.slice(room - named.length).map(({ name }) => name);
  const candidates = ranked.candidates.filter(({ name }) => !isNamed.has(name) && !cutOff.includes(name));
  // If the ranker cut nothing, its hits and the names are the total; otherwise the names are among the matches.
  const matched = ranked.cut > 0 ? ranked.matched : named.length + others.length;
  return {
    ...ranked,
    hits,
    candidates: [...describedCandidates(store, cutOff), ...candidates].slice(0, maxCandidates),
    matched: Math.max(matched, hits.length),
    cut: Math.max(0, matched - hits.length),
    nearest: [],
  };
}

function allowed(named: NamedTools, catalogue: CatalogueView): NamedTools | undefined {
  const slots = named.slots.filter((slot) => catalogue.isAllowed(slot));
  return slots.length === 0 ? undefined : { kind: named.kind, slots };
}

/** So many tools of a server may have one name in several spellings, such as `createIssue` and `create_issue`. */
const maxSpellings = 2;
/** So many servers' tools of one name are returned: a name that more have does not say which is meant. */
const maxServersOfName = 16;

/**
 * The tools that a name may mean. All that are named are loaded, whatever the limit is, so a server that has a name in a
 * hundred spellings would fill the prompt.
 */
function fewOfEachName(catalogue: CatalogueView, slots: readonly number[]): readonly number[] {
  if (slots.length <= maxSpellings) {
    return slots;
  }
  const serversByName = new Map<string, Map<string, number>>();
  return slots
    .toSorted((a, b) => compareNames(catalogue.documentAt(a).name, catalogue.documentAt(b).name))
    .filter((slot) => {
      const { bareName, server } = catalogue.documentAt(slot);
      const name = wholeWords(bareName).join(" ");
      const servers = serversByName.get(name) ?? new Map<string, number>();
      const spellings = (servers.get(server) ?? 0) + 1;
      if (spellings > maxSpellings || (spellings === 1 && servers.size >= maxServersOfName)) {
        return false;
      }
      serversByName.set(name, servers.set(server, spellings));
      return true;
    });
}

/** By name; a copy stands behind its original. */
function inNameOrder(catalogue: CatalogueView, slots: readonly number[]): number[] {
  const copies = slots.length > 1 ? copiesAmong(catalogue, slots) : new Set<number>();
  return [...slots].sort(
    (a, b) =>
      Number(copies.has(a)) - Number(copies.has(b)) ||
      compareNames(catalogue.documentAt(a).name, catalogue.documentAt(b).name),
  );
}

/** A tool asked for by name ranks above everything. */
function nameHit(catalogue: CatalogueView, slot: number): Hit {
  const { name } = catalogue.documentAt(slot);
  return { name, score: 1_000, why: [{ feature: "exact name", value: 1, contribution: 1_000 }] };
}

function* allowedNames(store: ToolStore, catalogue: CatalogueView): Generator<string> {
  // The names of a larger catalogue are not here: whoever holds them looks for the nearest ones.
  if (store.larger !== undefined) {
    return;
  }
  for (let slot = 0; slot < store.slots; slot++) {
    if (catalogue.isAllowed(slot)) {
      yield catalogue.documentAt(slot).name;
    }
  }
}
