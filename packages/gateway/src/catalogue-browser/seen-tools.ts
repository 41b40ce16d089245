import type { Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { findPolicyRule, type PolicyRule } from "@toolcrib/core/policy";
import { Lru } from "../caches/lru.ts";
import { isPlaceholder, isSearchEntry } from "../catalogue/request-catalogue.ts";
import type { AdminApiTool } from "../contracts/catalogue-api.ts";
import { estimateSize } from "../trace/estimate-size.ts";

/** The tools of a request, and how they were handled. */
export interface SeenCatalogue {
  readonly tools: readonly Tool[];
  /** Undefined if the request passed through: then all tools were in the prompt. */
  readonly plan: CataloguePlan | undefined;
  readonly policy: readonly PolicyRule[];
}

/** A tool, and how it is handled. */
export interface PlacedTool {
  readonly tool: Tool & { readonly name: string };
  readonly placement: NonNullable<AdminApiTool["placement"]>;
  /** The rule that applied, as text. */
  readonly rule: string;
}

/** The largest schemas have some thousand. A tool with more is not displayed. */
const maxValuesOfTool = 20_000;

/** Remembers the tools of requests for display. Never used to handle a request. */
export class SeenTools {
  /** The tool seen longest ago first. */
  readonly #tools: Lru<string, PlacedTool>;
  /** By identity: the same catalogue is sent with every turn, and must cost nothing. */
  readonly #known = new WeakSet<object>();
  #version = 0;

  /** Above this number, or this total size in memory, the tools seen first are dropped. */
  constructor(maxTools = 20_000, maxBytes: number = 128 * 1_024 * 1_024) {
    const sizeOf = ({ tool }: PlacedTool): number => estimateSize(tool, maxValuesOfTool);
    this.#tools = new Lru({ maxEntries: maxTools, maxSize: maxBytes, sizeOf });
  }

  note(seen: SeenCatalogue): void {
    const identity = seen.plan ?? seen.tools;
    if (this.#known.has(identity)) return;
    this.#known.add(identity);
    this.#version++;
    for (const placed of placeTools(seen)) {
      const before = this.#tools.get(placed.tool.name);
      // A request that passed through says nothing about the rules: earlier decisions still apply.
      const isKnown = seen.plan === undefined && before !== undefined;
      this.#tools.set(placed.tool.name, isKnown ? { ...before, tool: placed.tool } : placed);
    }
  }

  /** Changes with every update. */
  get version(): number {
    return this.#version;
  }

  list(): readonly PlacedTool[] {
    return this.#tools.values();
  }
}

/** How each searchable tool is handled. */
export function placeTools({ tools, plan, policy }: SeenCatalogue): readonly PlacedTool[] {
  return tools.flatMap((tool): PlacedTool[] => {
    if (!hasName(tool) || isSearchEntry(tool) || isPlaceholder(tool)) return [];
    if (plan === undefined) return [{ tool, placement: "eager", rule: "the request passed through as it was" }];
    const rule = findPolicyRule(tool, policy);
    if (!plan.byName.has(tool.name)) return [{ tool, placement: "hidden", rule: describeRule(rule) }];
    if (plan.deferredNames.has(tool.name)) {
      const why = rule?.action === "defer" ? describeRule(rule) : deferredBecause(tool);
      return [{ tool, placement: "deferred", rule: why }];
    }
    if (rule?.action === "pin") return [{ tool, placement: "pinned", rule: describeRule(rule) }];
    return [{ tool, placement: "eager", rule: eagerBecause(tool) }];
  });
}

function hasName(tool: Tool): tool is Tool & { readonly name: string } {
  return typeof tool.name === "string";
}

function describeRule(rule: PolicyRule | undefined): string {
  if (rule === undefined) return "a rule of the policy";
  const { action, ...conditions } = rule;
  return `rule: ${action} ${Object.entries(conditions)
    .map(([field, value]) => `${field} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ")}`;
}

function deferredBecause(tool: Tool): string {
  return tool.defer_loading === true ? "the client deferred it" : "tools of MCP servers are deferred";
}

function eagerBecause(tool: Tool): string {
  const isAlwaysLoaded = tool.alwaysLoad === true || tool._meta?.["anthropic/alwaysLoad"] === true;
  return isAlwaysLoaded ? "it asks to be always loaded" : "nothing defers it";
}
