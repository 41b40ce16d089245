import { findPolicyRule, findRuleAgainstCall, hidesServer, hidesTool, type PolicyRule } from "@toolcrib/core/policy";
import type { SearchAnswer, SearchOptions, UsageHistory } from "@toolcrib/search";
import { type CatalogueTool, catalogueTool, type PooledTool } from "../lists/pooled-tool.ts";
import type { ServerStatus } from "../pool/server-status.ts";
import type { HeldItem } from "../trust/reviewed-item.ts";
import type { FrontPool } from "./front-pool.ts";

/** How a tool is treated in a client's list. */
export type Access = "pin" | "defer" | "hidden";

/** Searches the tools that a view shows. */
type SearchVisible = (query: string, visible: readonly PooledTool[], options: SearchOptions) => Promise<SearchAnswer>;

/** The catalogue under some rules. Everything that a client can see or call goes through here. */
export class FrontView {
  readonly pool: FrontPool;
  readonly #search: SearchVisible;
  /** The rules themselves, for skills, which are not tools of a server. */
  readonly rules: readonly PolicyRule[];
  readonly #access = new WeakMap<PooledTool, Access>();

  constructor(pool: FrontPool, search: SearchVisible, rules: readonly PolicyRule[]) {
    this.pool = pool;
    this.#search = search;
    this.rules = rules;
  }

  access(tool: PooledTool): Access {
    let access = this.#access.get(tool);
    if (access === undefined) {
      access = this.#decide(catalogueTool(tool));
      this.#access.set(tool, access);
    }
    return access;
  }

  isVisible(tool: PooledTool): boolean {
    return this.access(tool) !== "hidden";
  }

  /** The tool with this name, unless it is hidden. */
  tool(name: string): PooledTool | undefined {
    const tool = this.pool.tool(name);
    return tool !== undefined && this.isVisible(tool) ? tool : undefined;
  }

  /** The tools that may be found, sorted by name. */
  tools(): readonly PooledTool[] {
    return this.pool.tools().filter((tool) => this.isVisible(tool));
  }

  /** Held-back items, without hidden ones. */
  held(): readonly HeldItem[] {
    return this.pool.held().filter(({ item }) => {
      if (item.tool !== undefined) return this.isVisible(item.tool);
      return !this.isServerHidden(item.server);
    });
  }

  /** Whether a rule forbids a call: the real tool and its real arguments count, however it was called (F71). */
  forbidsCall(tool: PooledTool, input: unknown): boolean {
    return findRuleAgainstCall(catalogueTool(tool), input, this.rules) !== undefined;
  }

  isServerHidden(server: string): boolean {
    return hidesServer(server, this.rules);
  }

  /** The visible servers, with their numbers of visible tools. */
  servers(): readonly ServerStatus[] {
    if (this.rules.length === 0) return this.pool.servers();
    const tools = countByServer(this.tools());
    const held = countByServer(this.held().map(({ item }) => item));
    return this.pool
      .servers()
      .filter(({ name }) => tools.has(name) || !this.isServerHidden(name))
      .map((status) => {
        const counts = { tools: tools.get(status.name) ?? 0, held: held.get(status.name) ?? 0 };
        // What a server says about itself may name tools of which only some are allowed.
        return { ...status, ...counts, ...(this.isServerHidden(status.name) && { instructions: undefined }) };
      });
  }

  async search(query: string, limit: number, usage?: UsageHistory): Promise<SearchAnswer> {
    return this.#search(query, this.tools(), { limit, usage, only: (name) => this.tool(name) !== undefined });
  }

  #decide(tool: CatalogueTool): Access {
    if (hidesTool(tool, this.rules)) return "hidden";
    if (tool.alwaysLoad === true) return "pin";
    return findPolicyRule(tool, this.rules)?.action === "pin" ? "pin" : "defer";
  }
}

function countByServer(items: readonly { readonly server: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { server } of items) counts.set(server, (counts.get(server) ?? 0) + 1);
  return counts;
}
