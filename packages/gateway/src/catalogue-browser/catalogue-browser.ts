import { setTimeout as delay } from "node:timers/promises";
import type { Settings, Tool } from "@toolcrib/core";
import { EngineMemory, planRequest } from "@toolcrib/core/engine";
import type { PolicyRule } from "@toolcrib/core/policy";
import { type SearchableTool, ToolIndex, type ToolIndexOptions, type UsageHistory } from "@toolcrib/search";
import { oncePer } from "@toolcrib/shared/caches";
import { isToolcribError } from "@toolcrib/shared/errors";
import { type IndexParts, indexOptions } from "../catalogue/catalogue-indexes.ts";
import type {
  AdminApiCatalogue,
  AdminApiEdit,
  AdminApiSearchAnswer,
  AdminApiSearchRequest,
} from "../contracts/catalogue-api.ts";
import { rankerNameOf } from "../trace/ranker-name.ts";
import { type FindingsByName, inTime, lintByName } from "./lint-findings.ts";
import { type PlacedTool, placeTools, type SeenTools } from "./seen-tools.ts";
import { hashOfNames, VisibleCatalogues } from "./visible-catalogues.ts";

export interface CatalogueBrowserOptions {
  /** The current tools of the gateway's own MCP servers; the same array as long as nothing changes. */
  readonly ownTools: () => readonly Tool[];
  readonly seenTools: SeenTools;
  readonly settings: () => Settings;
  /** The rules that apply to every caller. */
  readonly policy: () => readonly PolicyRule[];
  /** What requests are searched with, so that a search here finds what a request would. */
  readonly indexParts: IndexParts;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** How long a search waits for vectors, in milliseconds; then it is answered as a request would be. Default: 2,000. */
  readonly maxVectorWait?: number;
}

/** How a search differs from one over all tools. */
export interface SearchView {
  /** Ranks by what was learned. */
  readonly usage?: UsageHistory | undefined;
  /** The rules of a caller: only what they do not hide is searched. */
  readonly rules?: readonly PolicyRule[] | undefined;
}

const charactersPerToken = 2.5;

/** The catalogue for the UI: all tools that the gateway knows, the lint findings, and searches without side effects. */
export class CatalogueBrowser {
  readonly #options: CatalogueBrowserOptions;
  readonly #indexOptions: ToolIndexOptions;
  readonly #index: ToolIndex;
  #placed:
    | {
        readonly tools: readonly Tool[];
        readonly version: number;
        readonly settings: Settings;
        readonly policy: readonly PolicyRule[];
        readonly placed: readonly PlacedTool[];
      }
    | undefined;
  readonly #visible: VisibleCatalogues;
  #lint: { readonly hash: string; readonly findings: Promise<FindingsByName | undefined> } | undefined;
  #edited: { readonly key: string; readonly index: ToolIndex } | undefined;

  constructor(options: CatalogueBrowserOptions) {
    this.#options = options;
    this.#indexOptions = indexOptions(options.indexParts);
    this.#index = new ToolIndex(this.#indexOptions);
    const { ownTools, settings } = options;
    this.#visible = new VisibleCatalogues({ ownTools, settings, indexOptions: this.#indexOptions });
  }

  /** Every tool or, with the rules of a caller, only what that caller can see. */
  async catalogue(rules?: readonly PolicyRule[]): Promise<AdminApiCatalogue> {
    const placed = this.#placedTools();
    const visible = rules === undefined ? placed : this.#visible.tools(rules);
    const findings = await (rules === undefined ? this.#findings(placed) : this.#visible.findings(visible));
    return {
      hash: rules === undefined ? this.#index.hash : hashOfNames(visible),
      tools: visible.map(({ tool, placement, rule }) => ({
        name: tool.name,
        description: tool.description ?? undefined,
        server: tool.server,
        input_schema: schemaOf(tool),
        tokens: tokensOf(tool),
        placement,
        rule,
        findings: findings === undefined ? undefined : (findings.get(tool.name) ?? []),
      })),
    };
  }

  async search(request: AdminApiSearchRequest, { usage, rules }: SearchView = {}): Promise<AdminApiSearchAnswer> {
    const { query, limit, ranker = this.#options.settings().ranker, edits = [] } = request;
    const { maxVectorWait = 2_000 } = this.#options;
    const shownRanker = ranker === undefined ? undefined : rankerNameOf(ranker);
    const placed = this.#placedTools();
    const searched = rules === undefined ? placed : this.#visible.tools(rules);
    const visible = new Set(searched.flatMap(({ tool, placement }) => (placement === "hidden" ? [] : [tool.name])));
    const index = rules === undefined ? this.#indexWith(edits) : this.#visible.index(searched);
    await Promise.race([index.ready(), delay(maxVectorWait, undefined, { ref: false })]);
    const start = this.#options.clock();
    try {
      const answer = await index.search(query, {
        only: (name) => visible.has(name),
        usage,
        ...(limit === undefined ? {} : { limit }),
        ...(ranker === undefined ? {} : { ranker }),
      });
      return {
        query,
        ranker: shownRanker ?? answer.ranker,
        searched: answer.searched,
        ...(answer.unsearched === undefined ? {} : { unsearched: answer.unsearched }),
        matched: answer.matched,
        nearest: answer.nearest,
        hits: answer.hits.map(({ name, score, why, sameAs }) => ({
          name,
          score,
          reasons: why,
          ...(sameAs === undefined ? {} : { sameAs }),
        })),
        candidates: answer.candidates,
        semantic: answer.semantic,
        ...(answer.hits.length === 0 ? { miss: answer.summary } : {}),
        milliseconds: this.#options.clock() - start,
      };
    } catch (error) {
      // An invalid pattern gives an ordinary response: the user is still typing.
      if (!isToolcribError(error)) throw error;
      const milliseconds = this.#options.clock() - start;
      return { query, ranker: shownRanker ?? "", searched: visible.size, hits: [], miss: error.message, milliseconds };
    }
  }

  /** All tools, those of the gateway's own servers first; also updates the index. Does nothing if nothing changed. */
  #placedTools(): readonly PlacedTool[] {
    const { ownTools, seenTools } = this.#options;
    const settings = this.#options.settings();
    const policy = this.#options.policy();
    const tools = ownTools();
    const { version } = seenTools;
    const known = this.#placed;
    const isKnown = known?.tools === tools && known.version === version;
    if (isKnown && known.settings === settings && known.policy === policy) return known.placed;
    const plan = planRequest({ tools, settings: { ...settings, policy } }, new EngineMemory());
    const own = placeTools({ tools, plan, policy });
    const ownNames = new Set(own.map(({ tool }) => tool.name));
    const placed = [...own, ...seenTools.list().filter(({ tool }) => !ownNames.has(tool.name))];
    this.#index.sync(placed.map(searchable));
    this.#placed = { tools, version, settings, policy, placed };
    return placed;
  }

  /** The lint findings; undefined while the lint is running, and if there are too many tools. */
  async #findings(placed: readonly PlacedTool[]): Promise<FindingsByName | undefined> {
    const { hash } = this.#index;
    if (this.#lint?.hash !== hash) this.#lint = { hash, findings: lintByName(placed) };
    return inTime(this.#lint.findings);
  }

  /** The index, or a copy with other descriptions; the latest is cached, because every ranker asks for the same one. */
  #indexWith(edits: readonly AdminApiEdit[]): ToolIndex {
    if (edits.length === 0) return this.#index;
    const key = JSON.stringify([this.#index.hash, edits]);
    if (this.#edited?.key !== key) {
      const index = ToolIndex.fromSnapshot(this.#index.snapshot(), this.#indexOptions);
      const descriptions = new Map(edits.map(({ name, description }) => [name, description]));
      const changed = this.#placedTools().filter(({ tool }) => descriptions.has(tool.name));
      index.add(changed.map((placed) => ({ ...searchable(placed), description: descriptions.get(placed.tool.name) })));
      this.#edited = { key, index };
    }
    return this.#edited.index;
  }
}

function searchable({ tool }: PlacedTool): SearchableTool {
  return tool;
}

function schemaOf(tool: Tool): unknown {
  return tool.input_schema ?? tool.inputSchema;
}

/** Estimated from the length, as in the engine when no count is available. */
const tokensOf = oncePer((tool: Tool) => {
  const { name, description } = tool;
  const text = JSON.stringify({ name, description, input_schema: schemaOf(tool) });
  return Math.round(text.length / charactersPerToken);
});
