import { type PolicyRule, rulesForClient } from "@toolcrib/core";
import type { ToolIndex } from "@toolcrib/search";
import { catalogueTool } from "../pool/pooled-tool.ts";
import type { ServerPool } from "../pool/server-pool.ts";
import type { PoolEvent } from "../pool/server-status.ts";
import { FrontView } from "./front-view.ts";

/** The pool's tools in the index, and the views that rules allow on them. One for all clients. */
export class FrontCatalogue {
  readonly pool: ServerPool;
  readonly #index: ToolIndex;
  readonly #policy: readonly PolicyRule[];
  /** All rules for a caller, by the caller's own. */
  readonly #rules = new WeakMap<readonly PolicyRule[], readonly PolicyRule[]>();
  readonly #views = new WeakMap<readonly PolicyRule[], FrontView>();

  constructor(pool: ServerPool, index: ToolIndex, policy: readonly PolicyRule[]) {
    this.pool = pool;
    this.#index = index;
    this.#policy = policy;
    index.add(pool.tools().map(catalogueTool));
  }

  /** Keeps the index in step with the pool: only what changed is indexed again. */
  take(event: PoolEvent): void {
    if (event.type !== "tools") return;
    this.#index.remove(event.removed.map(({ name }) => name));
    const now = [...event.added, ...event.changed].filter((tool) => this.pool.tool(tool.name) === tool);
    this.#index.add(now.map(catalogueTool));
  }

  /** What a client sees under the rules of its caller, of servers' entries and of the front. */
  view(callerPolicy: readonly PolicyRule[], client: string): FrontView {
    const rules = rulesForClient(this.#rulesFor(callerPolicy), client);
    let view = this.#views.get(rules);
    if (view === undefined) {
      view = new FrontView(this.pool, this.#index, rules);
      this.#views.set(rules, view);
    }
    return view;
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
