import { nearestNames } from "@toolcrib/shared/names";
import { nextTurn } from "@toolcrib/shared/timers";
import { answerQuery } from "../answer/answer-query.ts";
import { isLikeName } from "../answer/resolve-names.ts";
import type { SearchAnswer } from "../answer/search-answer.ts";
import { checkedLimit, rankerOf, type SearchOptions } from "../answer/search-options.ts";
import { summarise } from "../answer/summarise.ts";
import { viewOf } from "../answer/view-of.ts";
import { type LargerCatalogue, ToolStore } from "../catalogue/tool-store.ts";
import { SearchError } from "../errors/search-error.ts";
import { foreignQuery } from "../query/foreign-query.ts";
import { checkedQuery, parseQuery } from "../query/parse-query.ts";
import { keywordRanker } from "../rankers/keyword-ranker.ts";
import { regexRanker } from "../rankers/regex-ranker.ts";
import { SemanticIndex } from "../semantic/semantic-index.ts";
import { spreadOf } from "../vectors/near-slots.ts";
import { termsOfQuery } from "./query-terms.ts";
import type { RemoteParts } from "./remote-parts.ts";
import type { CatalogueState, FoundTool, FoundTools, RemoteTools } from "./remote-tools.ts";
import { ScratchMatrices } from "./scratch-matrices.ts";
import { ServerNames } from "./server-names.ts";
import { readTerms } from "./terms-text.ts";
import { type Wanted, wantTools } from "./want-tools.ts";

/** Patterns and the keyword ranker read every tool; larger catalogues are not searched by them. */
const maxListed = 20_000;
const listBatch = 1_000;

/**
 * Searches catalogues that are kept elsewhere. The catalogue finds the tools that may answer a query; they are ranked here
 * as `ToolIndex` ranks its own, with the word statistics of the whole catalogue.
 */
export class RemoteSearch {
  readonly #parts: RemoteParts;
  readonly #scratch: ScratchMatrices;

  constructor(parts: RemoteParts) {
    this.#parts = parts;
    this.#scratch = new ScratchMatrices(parts.embedder?.toolViews === "one" ? 1 : 3);
  }

  /** Answers a query. `tools` returns nothing that `options.only` excludes. */
  async search(tools: RemoteTools, query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const text = checkedQuery(query);
    const limit = checkedLimit(options.limit);
    const ranker = rankerOf(options.ranker);
    const parsed = parseQuery(text);
    if (parsed.kind === "regex" || (ranker === regexRanker && text !== "")) {
      return this.#searchAll(tools, text, options);
    }
    if (ranker === keywordRanker && parsed.kind === "words") {
      return this.#searchAll(tools, text, options);
    }
    const reading = await this.#parts.languages?.read(text);
    const asked = parsed.kind === "words" && reading !== undefined ? foreignQuery(parsed, reading) : parsed;
    const state = await tools.open(asked.kind === "words" ? termsOfQuery(asked) : []);
    const names = new ServerNames(tools);
    const words = this.#store(state, undefined, names);
    words.lexical.useStatistics(state.tools, state.frequencies);
    const view = viewOf(words, { text, isForeign: reading !== undefined }, undefined);
    const wanted = await wantTools(asked, { limit, ranker }, view, state);
    const found = await tools.find(wanted.tools);
    // Before matrices are lent, so that searches that wait hold none.
    await nextTurn();
    const store = this.#store(state, found, names);
    const answer = await this.#answer(store, state, wanted, found, () =>
      names.settle(found.tools, () => answerQuery(store, text, options)),
    );
    return this.#complete(tools, asked.kind === "words" ? asked.text : text, state, found, answer);
  }

  async #answer(
    store: ToolStore,
    state: CatalogueState,
    wanted: Wanted,
    found: FoundTools,
    answer: () => Promise<SearchAnswer>,
  ): Promise<SearchAnswer> {
    for (const [slot, { document, hash, terms }] of found.tools.entries()) {
      store.lexical.addTerms(slot, readTerms(terms));
      store.place(slot, document, hash);
    }
    store.lexical.useStatistics(state.tools, new Map([...found.frequencies, ...state.frequencies]));
    const rows = found.tools.flatMap(({ vectors }) => vectors ?? []);
    if (store.semantic === undefined || !state.hasVectors || rows.length === 0 || rows.length < found.tools.length) {
      return answer();
    }
    return this.#scratch.with(rows, (matrices, slots) => {
      store.semantic?.lend(matrices, slots, wanted.queries);
      return answer();
    });
  }

  #store(state: CatalogueState, found: FoundTools | undefined, names: ServerNames): ToolStore {
    const { embedder, languages } = this.#parts;
    const distances = found?.distances;
    const larger: LargerCatalogue = {
      size: state.searchable,
      namesOf: (server) => names.namesOf(server),
      spread: distances === undefined ? undefined : spreadOf(distances, distances.length - 1, countOf(distances)),
    };
    const semantic = embedder === null ? undefined : new SemanticIndex(embedder, languages);
    return new ToolStore({ semantic, languages, larger });
  }

  /** What only the whole catalogue can tell: how many tools have a prefix, and which names are spelled alike. */
  async #complete(
    tools: RemoteTools,
    text: string,
    state: CatalogueState,
    found: FoundTools,
    answer: SearchAnswer,
  ): Promise<SearchAnswer> {
    const { kind, hits, candidates, notFound } = answer;
    const matched = kind === "prefix" ? Math.max(hits.length, found.prefixed[0] ?? 0) : answer.matched;
    const isMisspelt = kind === "words" && hits.length === 0 && (candidates.length === 0 || isLikeName(text));
    const misspelt = notFound[0] ?? (isMisspelt && answer.nearest.length === 0 ? text : undefined);
    const nearest = misspelt === undefined ? answer.nearest : nearestNames(misspelt, await tools.namesLike(misspelt));
    const isBuilding = this.#parts.embedder !== null && !state.hasVectors && state.tools > 0;
    const semantic = answer.semantic === "off" && isBuilding ? "building" : answer.semantic;
    const completed = {
      ...answer,
      matched,
      cut: kind === "prefix" ? matched - hits.length : answer.cut,
      nearest,
      semantic,
    };
    return { ...completed, summary: summarise(completed, answer.searched) };
  }

  /** Reads every tool of the catalogue. */
  async #searchAll(tools: RemoteTools, text: string, options: SearchOptions): Promise<SearchAnswer> {
    const { searchable } = await tools.open([]);
    if (searchable > maxListed) {
      throw new SearchError("catalogue_too_large", { limit: maxListed, size: searchable });
    }
    const store = new ToolStore({});
    for (let batch: readonly FoundTool[] = [], after: string | undefined; ; ) {
      batch = await tools.list(after, listBatch);
      for (const { document, hash } of batch) {
        store.place(store.slots, document, hash);
      }
      after = batch.at(-1)?.document.name;
      if (batch.length < listBatch || store.slots > maxListed) {
        await nextTurn();
        return answerQuery(store, text, options);
      }
    }
  }
}

function countOf(distances: Uint32Array): number {
  return distances.reduce((sum, count) => sum + count, 0);
}
