import type { SearchAnswer, ToolIndex } from "@toolcrib/search";
import { accessTo, isServerHidden, ruleAgainstCall } from "../access/access.ts";
import type { AccessRule } from "../access/access-rule.ts";
import { catalogueTool, type PooledTool } from "../pool/pooled-tool.ts";
import type { ServerPool } from "../pool/server-pool.ts";
import type { PoolEvent, ServerStatus } from "../pool/server-status.ts";

/** The pool's tools in the index, and what the rules let a client see of them. One for all clients. */
export class FrontCatalogue {
  readonly pool: ServerPool;
  readonly #index: ToolIndex;
  readonly #rules: readonly AccessRule[];

  constructor(pool: ServerPool, index: ToolIndex, policy: readonly AccessRule[]) {
    this.pool = pool;
    this.#index = index;
    this.#rules = [...pool.entries().flatMap((entry) => entry.policy), ...policy];
    index.add(pool.tools().map(catalogueTool));
  }

  /** Keeps the index in step with the pool: only what changed is indexed again. */
  take(event: PoolEvent): void {
    if (event.type !== "tools") return;
    this.#index.remove(event.removed.map(({ name }) => name));
    const now = [...event.added, ...event.changed].filter((tool) => this.pool.tool(tool.name) === tool);
    this.#index.add(now.map(catalogueTool));
  }

  access(tool: PooledTool, client: string): AccessRule["action"] {
    return accessTo(tool, this.#rules, client);
  }

  ruleAgainst(tool: PooledTool, input: unknown, client: string): AccessRule | undefined {
    return ruleAgainstCall(tool, input, this.#rules, client);
  }

  isServerHidden(server: string, client: string): boolean {
    return isServerHidden(server, this.#rules, client);
  }

  /** The tools that a client may find, in the order of their names. */
  visible(client: string): readonly PooledTool[] {
    return this.pool.tools().filter((tool) => this.isVisible(tool, client));
  }

  isVisible(tool: PooledTool, client: string): boolean {
    const access = this.access(tool, client);
    return access === "pin" || access === "defer";
  }

  /** The servers that a client may know of. */
  servers(client: string): readonly ServerStatus[] {
    return this.pool.servers().filter(({ name }) => !this.isServerHidden(name, client));
  }

  async search(query: string, limit: number, client: string): Promise<SearchAnswer> {
    return this.#index.search(query, { limit, only: (name) => this.#isFindable(name, client) });
  }

  #isFindable(name: string, client: string): boolean {
    const tool = this.pool.tool(name);
    return tool !== undefined && this.isVisible(tool, client);
  }
}
