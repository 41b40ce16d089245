import { type PolicyRule, rulesForClient } from "@toolcrib/core/policy";
import type { RankerName, SearchAnswer, SearchOptions, ToolIndex } from "@toolcrib/search";
import { catalogueTool, type PooledTool } from "../lists/pooled-tool.ts";
import type { PoolEvent } from "../pool/server-status.ts";
import type { SearchedQueries } from "./front-learning.ts";
import { checkedRanker, type FrontIndex, type ResolvedFrontOptions } from "./front-options.ts";
import type { FrontPool } from "./front-pool.ts";
import { FrontSkills } from "./front-skills.ts";
import { FrontView } from "./front-view.ts";
import { LayeredIndex } from "./layered-index.ts";
import { LayeredPool } from "./layered-pool.ts";
import { VisibleIndexes } from "./visible-indexes.ts";

/** The options that a front's catalogue needs. */
interface CatalogueOptions
  extends Pick<ResolvedFrontOptions, "ranker" | "policy" | "skills" | "skillWaitMilliseconds" | "visibleIndex"> {
  readonly pool: FrontPool;
  readonly index: FrontIndex;
  /** The catalogue that all clients share, if this is that of one user. */
  readonly base?: FrontCatalogue;
}

/** The pool's tools in the index, and the views that rules allow. Shared by all clients, or by those of one user. */
export class FrontCatalogue {
  readonly pool: FrontPool;
  /** Servers that a search has already waited for: a slow server delays only the first search. */
  readonly waitedFor: Set<string> = new Set();
  readonly skills: FrontSkills;
  /** What clients without a session searched for; undefined until the first such search that is learned from. */
  searched: SearchedQueries | undefined;
  readonly #options: CatalogueOptions;
  #ranker: RankerName;
  /** All rules for a caller, by the caller's own rules. */
  #rules = { version: 0, ofCallers: new WeakMap<readonly PolicyRule[], readonly PolicyRule[]>() };
  #ownVersion = 0;
  readonly #views = new WeakMap<readonly PolicyRule[], FrontView>();
  /** Undefined if all searches use the index that the front was given. */
  readonly #visibleIndexes: VisibleIndexes | undefined;

  constructor(options: CatalogueOptions) {
    const { pool, index, ranker, skills, skillWaitMilliseconds, visibleIndex, base } = options;
    this.pool = pool;
    this.#options = options;
    this.#ranker = ranker;
    this.#visibleIndexes = base === undefined ? visibleIndex && new VisibleIndexes(visibleIndex) : base.#visibleIndexes;
    this.skills =
      base?.skills ??
      new FrontSkills({
        library: skills,
        ranker: () => this.#ranker,
        waitMilliseconds: skillWaitMilliseconds,
      });
    index.add(pool.tools().map(catalogueTool));
  }

  /** The same with the servers of one user. */
  with(own: FrontPool, index: ToolIndex): FrontCatalogue {
    const pool = new LayeredPool(this.pool, own);
    const layered = new LayeredIndex(this.#options.index, index, (server) => pool.isOwn(server));
    return new FrontCatalogue({ ...this.#options, pool, index: layered, base: this });
  }

  /** Keeps the index in sync with the pool: only changes are indexed again. */
  take(event: PoolEvent): void {
    if (event.type === "servers") this.#ownVersion++;
    if (event.type !== "tools") return;
    const { index } = this.#options;
    index.remove(event.removed.map(({ name }) => name));
    const now = [...event.added, ...event.changed].filter((tool) => this.pool.tool(tool.name) === tool);
    index.add(now.map(catalogueTool));
  }

  /** Changes whenever the rules in the servers' entries may have changed: earlier views are outdated then. */
  get rulesVersion(): number {
    return this.#ownVersion + (this.#options.base?.rulesVersion ?? 0);
  }

  /** Whether no rule of the front or of a server's entry depends on the client. */
  get isSameForAllClients(): boolean {
    const rules = [...this.pool.entries().flatMap((entry) => entry.policy), ...this.#options.policy];
    return this.#options.base === undefined && rules.every(({ client }) => client === undefined);
  }

  /** What a client sees under the rules of its caller, of server entries and of the front. */
  view(callerPolicy: readonly PolicyRule[], client: string): FrontView {
    const rules = rulesForClient(this.#rulesFor(callerPolicy), client);
    let view = this.#views.get(rules);
    if (view === undefined) {
      view = new FrontView(this.pool, (query, visible, options) => this.#search(query, visible, options), rules);
      this.#views.set(rules, view);
    }
    return view;
  }

  get ranker(): RankerName {
    return this.#ranker;
  }

  /** Changes the ranker for later searches. */
  setRanker(ranker: RankerName): void {
    this.#ranker = checkedRanker(ranker);
  }

  async #search(query: string, visible: readonly PooledTool[], options: SearchOptions): Promise<SearchAnswer> {
    // Names are looked up, not ranked: the regex ranker would treat them as a pattern.
    const isSelection = /^\s*select\s*:/i.test(query);
    const { index: shared, base } = this.#options;
    const hidesSome = visible.length < this.pool.tools().length;
    const index = (hidesSome ? await this.#visibleIndexes?.of(visible) : undefined) ?? shared;
    return index.search(query, isSelection ? options : { ...options, ranker: base?.ranker ?? this.#ranker });
  }

  #rulesFor(callerPolicy: readonly PolicyRule[]): readonly PolicyRule[] {
    const version = this.rulesVersion;
    if (this.#rules.version !== version) this.#rules = { version, ofCallers: new WeakMap() };
    const { ofCallers } = this.#rules;
    let rules = ofCallers.get(callerPolicy);
    if (rules === undefined) {
      rules = [...this.pool.entries().flatMap((entry) => entry.policy), ...callerPolicy, ...this.#options.policy];
      ofCallers.set(callerPolicy, rules);
    }
    return rules;
  }
}
