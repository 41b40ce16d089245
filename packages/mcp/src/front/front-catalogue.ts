import { type PolicyRule, rulesForClient } from "@toolcrib/core/policy";
import type { RankerName, SearchAnswer, SearchOptions } from "@toolcrib/search";
import { catalogueTool } from "../lists/pooled-tool.ts";
import type { ServerPool } from "../pool/server-pool.ts";
import type { PoolEvent } from "../pool/server-status.ts";
import type { SearchedQueries } from "./front-learning.ts";
import { checkedRanker, type FrontIndex, type ResolvedFrontOptions } from "./front-options.ts";
import { FrontSkills } from "./front-skills.ts";
import { FrontView } from "./front-view.ts";

/** The options that a front's catalogue needs. */
type CatalogueOptions = Pick<
  ResolvedFrontOptions,
  "pool" | "index" | "ranker" | "policy" | "skills" | "skillWaitMilliseconds"
>;

/** The pool's tools in the index, and the views that rules allow. Shared by all clients. */
export class FrontCatalogue {
  readonly pool: ServerPool;
  /** Servers that a search has already waited for: a slow server delays only the first search. */
  readonly waitedFor: Set<string> = new Set();
  readonly skills: FrontSkills;
  /** What clients without a session searched for; undefined until the first such search that is learned from. */
  searched: SearchedQueries | undefined;
  readonly #index: FrontIndex;
  readonly #policy: readonly PolicyRule[];
  #ranker: RankerName;
  /** All rules for a caller, by the caller's own rules. */
  #rules = new WeakMap<readonly PolicyRule[], readonly PolicyRule[]>();
  #rulesVersion = 0;
  readonly #views = new WeakMap<readonly PolicyRule[], FrontView>();

  constructor({ pool, index, ranker, policy, skills, skillWaitMilliseconds }: CatalogueOptions) {
    this.pool = pool;
    this.#index = index;
    this.#ranker = ranker;
    this.#policy = policy;
    this.skills = new FrontSkills({
      library: skills,
      ranker: () => this.#ranker,
      waitMilliseconds: skillWaitMilliseconds,
    });
    index.add(pool.tools().map(catalogueTool));
  }

  /** Keeps the index in sync with the pool: only changes are indexed again. */
  take(event: PoolEvent): void {
    if (event.type === "servers") {
      this.#rules = new WeakMap();
      this.#rulesVersion++;
    }
    if (event.type !== "tools") return;
    this.#index.remove(event.removed.map(({ name }) => name));
    const now = [...event.added, ...event.changed].filter((tool) => this.pool.tool(tool.name) === tool);
    this.#index.add(now.map(catalogueTool));
  }

  /** Changes whenever the rules in the servers' entries may have changed: earlier views are outdated then. */
  get rulesVersion(): number {
    return this.#rulesVersion;
  }

  /** Whether no rule of the front or of a server's entry depends on the client. */
  get isSameForAllClients(): boolean {
    const rules = [...this.pool.entries().flatMap((entry) => entry.policy), ...this.#policy];
    return rules.every(({ client }) => client === undefined);
  }

  /** What a client sees under the rules of its caller, of server entries and of the front. */
  view(callerPolicy: readonly PolicyRule[], client: string): FrontView {
    const rules = rulesForClient(this.#rulesFor(callerPolicy), client);
    let view = this.#views.get(rules);
    if (view === undefined) {
      view = new FrontView(this.pool, { search: (query, options) => this.#search(query, options) }, rules);
      this.#views.set(rules, view);
    }
    return view;
  }

  /** Changes the ranker for later searches. */
  setRanker(ranker: RankerName): void {
    this.#ranker = checkedRanker(ranker);
  }

  #search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    // Names are looked up, not ranked: the regex ranker would treat them as a pattern.
    const isSelection = /^\s*select\s*:/i.test(query);
    return this.#index.search(query, isSelection ? options : { ...options, ranker: this.#ranker });
  }

  #rulesFor(callerPolicy: readonly PolicyRule[]): readonly PolicyRule[] {
    let rules = this.#rules.get(callerPolicy);
    if (rules === undefined) {
      rules = [...this.pool.entries().flatMap((entry) => entry.policy), ...callerPolicy, ...this.#policy];
      this.#rules.set(callerPolicy, rules);
    }
    return rules;
  }
}
