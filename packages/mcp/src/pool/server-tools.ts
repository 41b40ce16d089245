import { mcpToolName } from "@toolcrib/core/tools";
import { definitionHash } from "../lists/definition-hash.ts";
import type { ListedTool, PooledTool } from "../lists/pooled-tool.ts";
import type { PoolEvent } from "./server-status.ts";

/** What a server's tools depend on in addition to its list. */
export interface ServerToolsOptions {
  readonly server: string;
  readonly alwaysLoad: boolean;
  readonly maxToolNameLength: number;
  readonly emit: (event: PoolEvent) => void;
}

/** The tools of one server, by their own names. A new list changes only what differs. */
export class ServerTools {
  readonly #options: ServerToolsOptions;
  #usable = new Map<string, PooledTool>();

  constructor(options: ServerToolsOptions) {
    this.#options = options;
  }

  get usable(): ReadonlyMap<string, PooledTool> {
    return this.#usable;
  }

  /** Replaces the tools and emits what changed. */
  replace(tools: readonly PooledTool[]): void {
    const { server, emit } = this.#options;
    const before = this.#usable;
    const after = new Map(tools.map((tool) => [tool.definition.name, tool]));
    const added: PooledTool[] = [];
    const changed: PooledTool[] = [];
    for (const [name, tool] of after) {
      const old = before.get(name);
      if (old === undefined) added.push(tool);
      else if (old.hash !== tool.hash || old.alwaysLoad !== tool.alwaysLoad) changed.push(tool);
      // An unchanged definition stays the same object, so that caches keyed by it stay valid.
      else after.set(name, old);
    }
    const removed = [...before.values()].filter(({ definition }) => !after.has(definition.name));
    this.#usable = after;
    if (added.length + changed.length + removed.length > 0) emit({ type: "tools", server, added, changed, removed });
  }

  /** The tools of a server's list, under their pool names. */
  pooled(list: readonly ListedTool[]): PooledTool[] {
    const { server, alwaysLoad, maxToolNameLength, emit } = this.#options;
    const byName = new Map<string, PooledTool>();
    for (const definition of list) {
      if (byName.has(definition.name)) {
        const message = `lists ${JSON.stringify(definition.name)} twice; the first one counts`;
        emit({ type: "warning", server, message });
        continue;
      }
      byName.set(definition.name, {
        name: mcpToolName(server, definition.name, maxToolNameLength),
        server,
        definition,
        hash: definitionHash(definition),
        alwaysLoad: alwaysLoad || definition._meta?.["anthropic/alwaysLoad"] === true,
      });
    }
    return [...byName.values()];
  }
}
