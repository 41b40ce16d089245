import type { Settings, Tool } from "@toolcrib/core";
import { EngineMemory, planRequest } from "@toolcrib/core/engine";
import type { PolicyRule } from "@toolcrib/core/policy";
import { ToolIndex, type ToolIndexOptions } from "@toolcrib/search";
import { Lru } from "../caches/lru.ts";
import { sha256 } from "../hash/sha256.ts";
import { type FindingsByName, inTime, lintByName } from "./lint-findings.ts";
import { type PlacedTool, placeTools } from "./seen-tools.ts";

/** Administrators and members look rarely; an index is built again when it is needed. */
const maxIndexes = 8;

export interface VisibleCataloguesOptions {
  /** The current tools of the gateway's own MCP servers; the same array as long as nothing changes. */
  readonly ownTools: () => readonly Tool[];
  readonly settings: () => Settings;
  readonly indexOptions: ToolIndexOptions;
}

/** What callers with rules see. What is hidden must not count, neither in how rare a word is nor in what the lint compares. */
export class VisibleCatalogues {
  readonly #options: VisibleCataloguesOptions;
  readonly #tools = new WeakMap<
    readonly PolicyRule[],
    { readonly tools: readonly Tool[]; readonly placed: readonly PlacedTool[] }
  >();
  readonly #indexes = new Lru<string, { readonly tools: readonly Tool[]; readonly index: ToolIndex }>(maxIndexes);
  readonly #lint = new WeakMap<readonly PlacedTool[], Promise<FindingsByName | undefined>>();

  constructor(options: VisibleCataloguesOptions) {
    this.#options = options;
  }

  /**
   * The tools of the gateway's own servers that these rules do not hide. What other callers' requests carried is left out: it may
   * belong to another organisation.
   */
  tools(rules: readonly PolicyRule[]): readonly PlacedTool[] {
    const tools = this.#options.ownTools();
    const known = this.#tools.get(rules);
    if (known?.tools === tools) return known.placed;
    const plan = planRequest({ tools, settings: { ...this.#options.settings(), policy: rules } }, new EngineMemory());
    const placed = placeTools({ tools, plan, policy: rules }).filter(({ placement }) => placement !== "hidden");
    this.#tools.set(rules, { tools, placed });
    return placed;
  }

  /** The findings among what a caller sees: a finding may name the tool that another one is like. */
  async findings(visible: readonly PlacedTool[]): Promise<FindingsByName | undefined> {
    const findings = this.#lint.get(visible) ?? lintByName(visible);
    this.#lint.set(visible, findings);
    return inTime(findings);
  }

  /** An index of what a caller sees; callers who see the same tools share it. */
  index(visible: readonly PlacedTool[]): ToolIndex {
    const key = hashOfNames(visible);
    const tools = this.#options.ownTools();
    const known = this.#indexes.get(key);
    if (known?.tools === tools) return known.index;
    const index = known?.index ?? new ToolIndex(this.#options.indexOptions);
    index.sync(visible.map(({ tool }) => tool));
    this.#indexes.set(key, { tools, index });
    return index;
  }
}

export function hashOfNames(placed: readonly PlacedTool[]): string {
  return sha256(JSON.stringify(placed.map(({ tool }) => tool.name)));
}
