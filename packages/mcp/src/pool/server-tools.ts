import { pooledToolName } from "../names/tool-name.ts";
import type { TrustGate } from "../trust/trust-gate.ts";
import { definitionHash } from "./definition-hash.ts";
import type { ListedTool, PooledTool } from "./pooled-tool.ts";
import type { HeldTool, PoolEvent } from "./server-status.ts";

/** What a server's tools depend on beside its list. */
export interface ServerToolsOptions {
  readonly server: string;
  readonly alwaysLoad: boolean;
  readonly longestToolName: number;
  readonly trust: TrustGate | undefined;
  readonly emit: (event: PoolEvent) => void;
}

/** The tools of one server, by their own names. A new list changes only what differs. */
export class ServerTools {
  readonly #options: ServerToolsOptions;
  #usable = new Map<string, PooledTool>();
  #held: readonly HeldTool[] = [];

  constructor(options: ServerToolsOptions) {
    this.#options = options;
  }

  get usable(): ReadonlyMap<string, PooledTool> {
    return this.#usable;
  }

  get held(): readonly HeldTool[] {
    return this.#held;
  }

  /** Takes the server's list as it is now, and tells what changed. */
  replace(list: readonly ListedTool[]): void {
    const { server, trust, emit } = this.#options;
    const listed = this.#pooled(list);
    const review = trust?.review(server, listed) ?? { allowed: listed, held: [] };
    const before = this.#usable;
    const after = new Map(review.allowed.map((tool) => [tool.definition.name, tool]));
    const added: PooledTool[] = [];
    const changed: PooledTool[] = [];
    for (const [name, tool] of after) {
      const old = before.get(name);
      if (old === undefined) added.push(tool);
      else if (old.hash !== tool.hash || old.alwaysLoad !== tool.alwaysLoad) changed.push(tool);
      // The same definition stays the same object, so that what is remembered about it stays too.
      else after.set(name, old);
    }
    const removed = [...before.values()].filter(({ definition }) => !after.has(definition.name));
    this.#usable = after;
    const isHeldAnew = JSON.stringify(this.#held.map(heldKey)) !== JSON.stringify(review.held.map(heldKey));
    this.#held = review.held;
    if (added.length + changed.length + removed.length > 0) emit({ type: "tools", server, added, changed, removed });
    if (isHeldAnew) emit({ type: "held", server, held: review.held });
  }

  #pooled(list: readonly ListedTool[]): PooledTool[] {
    const { server, alwaysLoad, longestToolName, emit } = this.#options;
    const byName = new Map<string, PooledTool>();
    for (const definition of list) {
      if (byName.has(definition.name)) {
        const message = `lists ${JSON.stringify(definition.name)} twice; the first one counts`;
        emit({ type: "warning", server, message });
        continue;
      }
      byName.set(definition.name, {
        name: pooledToolName(server, definition.name, longestToolName),
        server,
        definition,
        hash: definitionHash(definition),
        alwaysLoad: alwaysLoad || definition._meta?.["anthropic/alwaysLoad"] === true,
      });
    }
    return [...byName.values()];
  }
}

function heldKey({ tool, reason }: HeldTool): readonly string[] {
  return [tool.name, tool.hash, reason];
}
