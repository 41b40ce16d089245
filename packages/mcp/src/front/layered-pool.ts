import { compareNames } from "@toolcrib/shared/names";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { FrontPool } from "./front-pool.ts";

/** The servers that all callers share, and those of one user, as one pool. */
export class LayeredPool implements FrontPool {
  readonly #shared: FrontPool;
  readonly #own: FrontPool;
  #merged:
    | {
        readonly shared: readonly PooledTool[];
        readonly own: readonly PooledTool[];
        readonly all: readonly PooledTool[];
      }
    | undefined;

  constructor(shared: FrontPool, own: FrontPool) {
    this.#shared = shared;
    this.#own = own;
  }

  /** Whether a server is one of the user's. */
  isOwn(server: string): boolean {
    return this.#own.entries().some(({ name }) => name === server);
  }

  entries(): ReturnType<FrontPool["entries"]> {
    return byName([...this.#shared.entries(), ...this.#own.entries()]);
  }

  servers(): ReturnType<FrontPool["servers"]> {
    return byName([...this.#shared.servers(), ...this.#own.servers()]);
  }

  tools(): readonly PooledTool[] {
    const [shared, own] = [this.#shared.tools(), this.#own.tools()];
    if (this.#merged?.shared !== shared || this.#merged.own !== own) {
      const added = own.filter(({ name }) => this.#shared.tool(name) === undefined);
      this.#merged = { shared, own, all: byName([...shared, ...added]) };
    }
    return this.#merged.all;
  }

  tool(name: string): PooledTool | undefined {
    return this.#shared.tool(name) ?? this.#own.tool(name);
  }

  held(): ReturnType<FrontPool["held"]> {
    return [...this.#shared.held(), ...this.#own.held()];
  }

  lists(server: string): ReturnType<FrontPool["lists"]> {
    return this.#of(server).lists(server);
  }

  now(): number {
    return this.#shared.now();
  }

  callTool(...call: Parameters<FrontPool["callTool"]>): ReturnType<FrontPool["callTool"]> {
    const pool = this.#shared.tool(call[0]) === undefined ? this.#own : this.#shared;
    return pool.callTool(...call);
  }

  request(...request: Parameters<FrontPool["request"]>): ReturnType<FrontPool["request"]> {
    return this.#of(request[0]).request(...request);
  }

  async settled(milliseconds: number): Promise<void> {
    // The user may have logged in since a server was last tried.
    await Promise.all([this.#shared.settled(milliseconds), this.#own.freshen("tools", milliseconds)]);
  }

  async freshen(...list: Parameters<FrontPool["freshen"]>): Promise<void> {
    await Promise.all([this.#shared, this.#own].map((pool) => pool.freshen(...list)));
  }

  #of(server: string): FrontPool {
    return this.isOwn(server) ? this.#own : this.#shared;
  }
}

function byName<Named extends { readonly name: string }>(items: readonly Named[]): readonly Named[] {
  return items.toSorted((left, right) => compareNames(left.name, right.name));
}
