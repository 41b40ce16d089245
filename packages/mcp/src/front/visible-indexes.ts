import { setTimeout as delay, setImmediate as nextTick } from "node:timers/promises";
import type { ToolIndex } from "@toolcrib/search";
import { catalogueTool, type PooledTool } from "../lists/pooled-tool.ts";

/** The tools of all kept indexes together, at about 3 KB each. */
const maxTools = 100_000;
/** How many tools are indexed at a time; other requests run in between. */
const batchSize = 100;
/** How long the first search waits for vectors; without them it compares words only. */
const maxVectorWait = 2_000;

interface KeptIndex {
  readonly tools: number;
  readonly index: Promise<ToolIndex>;
}

/**
 * Indexes for callers from whom rules hide something, with only what they see. In the index of all tools, hidden ones count in how
 * rare a word is: the order of an answer and its scores would tell which words they have, and how many they are. Callers who see the
 * same tools share an index.
 */
export class VisibleIndexes {
  readonly #create: () => ToolIndex;
  readonly #maxTools: number;
  readonly #numbers = new WeakMap<PooledTool, number>();
  #lastNumber = 0;
  /** In the order of their last use. */
  readonly #kept = new Map<string, KeptIndex>();

  constructor(create: () => ToolIndex, limit: number = maxTools) {
    this.#create = create;
    this.#maxTools = limit;
  }

  /** The number of indexes that are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** The index of these tools, sorted by name. */
  of(tools: readonly PooledTool[]): Promise<ToolIndex> {
    const key = tools.map((tool) => this.#numberOf(tool)).join();
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      kept = { tools: tools.length, index: this.#build(tools) };
      // One that failed is built again.
      kept.index.catch(() => this.#kept.delete(key));
    }
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#dropOldest();
    return kept.index;
  }

  async #build(tools: readonly PooledTool[]): Promise<ToolIndex> {
    const index = this.#create();
    for (let start = 0; start < tools.length; start += batchSize) {
      if (start > 0) await nextTick();
      index.add(tools.slice(start, start + batchSize).map(catalogueTool));
    }
    await Promise.race([index.ready(), delay(maxVectorWait, undefined, { ref: false })]);
    return index;
  }

  #dropOldest(): void {
    let total = 0;
    for (const { tools } of this.#kept.values()) total += tools;
    for (const [key, { tools }] of this.#kept) {
      if (total <= this.#maxTools || this.#kept.size === 1) return;
      this.#kept.delete(key);
      total -= tools;
    }
  }

  /** A tool that changed is another object. */
  #numberOf(tool: PooledTool): number {
    const number = this.#numbers.get(tool) ?? ++this.#lastNumber;
    this.#numbers.set(tool, number);
    return number;
  }
}
