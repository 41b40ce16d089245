import { compareNames } from "@toolcrib/shared/names";
import { hidesTool } from "../policy/policy.ts";
import { checkTools } from "../tools/check-tools.ts";
import { hasDeferredPart } from "../tools/mcp-toolset.ts";
import { isCodeExecution, isServerSearch, type Tool } from "../tools/tool.ts";
import { toolKey } from "../tools/tool-key.ts";
import { type DeferralRules, decideDeferral, type PlacementReason } from "./deferral-decision.ts";
import { inWireOrder } from "./wire-order.ts";

/** What happens to each tool of a catalogue. It depends only on the tools and the rules, never on the conversation. */
export interface CataloguePlan {
  /** What the caller gave, in its order, without hidden tools. */
  readonly given: readonly Tool[];
  /** Every tool that is not hidden, by name. */
  readonly byName: ReadonlyMap<string, Tool>;
  /** In the prompt from the start, in the order of the wire. */
  readonly eager: readonly Tool[];
  /** Kept out of it, by name. */
  readonly deferred: readonly Tool[];
  readonly deferredNames: ReadonlySet<string>;
  /** Whether a rule hides a tool, even one that the caller did not give: then nothing may name it. */
  readonly isHidden: (tool: Tool) => boolean;
  /** How many tools each rule decided, for the trace. */
  readonly counts: Readonly<Partial<Record<PlacementReason | "hidden", number>>>;
  /** Whether the model has something to search with: the client's search tool or the API's own. */
  readonly hasSearchTool: boolean;
  readonly hasServerSearch: boolean;
  /** Whether the request has code execution: then its upstream knows calls that code makes. */
  readonly hasCodeExecution: boolean;
  /** Whether there is anything to find: deferred tools, or toolsets that the API expands and defers. */
  readonly hasDeferred: boolean;
  /** Computes a value from this plan once, and caches it. */
  derive<Value>(make: (plan: CataloguePlan) => Value): Value;
}

/** Decides about all tools, and orders them so that the order in which servers list theirs changes no byte. */
export function planCatalogue(
  tools: readonly Tool[],
  searchTool: Tool | undefined,
  rules: DeferralRules,
): CataloguePlan {
  checkTools(tools);
  const own = searchTool !== undefined && !tools.some(({ name }) => name === searchTool.name) ? [searchTool] : [];
  const given: Tool[] = [];
  const byName = new Map<string, Tool>();
  const eager: Tool[] = [];
  const deferred: Tool[] = [];
  const hidden = new Set<string>();
  const counts: Partial<Record<PlacementReason | "hidden", number>> = {};
  for (const tool of [...tools, ...own]) {
    const { placement, reason } = decideDeferral(tool, rules);
    const counted = placement === "hidden" ? "hidden" : reason;
    counts[counted] = (counts[counted] ?? 0) + 1;
    if (placement === "hidden") {
      hidden.add(toolKey(tool));
      continue;
    }
    if (tool !== own[0]) given.push(tool);
    byName.set(toolKey(tool), tool);
    (placement === "eager" ? eager : deferred).push(tool);
  }
  const hasServerSearch = eager.some(isServerSearch);
  const derived = new Map<unknown, unknown>();
  const plan: CataloguePlan = {
    given,
    byName,
    eager: inWireOrder(eager),
    deferred: deferred.toSorted((left, right) => compareNames(toolKey(left), toolKey(right))),
    deferredNames: new Set(deferred.map(toolKey)),
    isHidden: (tool) => hidden.has(toolKey(tool)) || hidesTool(tool, rules.policy),
    counts,
    hasSearchTool: hasServerSearch || byName.has(rules.searchToolName),
    hasServerSearch,
    hasCodeExecution: eager.some(isCodeExecution),
    hasDeferred: deferred.length > 0 || eager.some(hasDeferredPart),
    derive<Value>(make: (plan: CataloguePlan) => Value): Value {
      if (!derived.has(make)) derived.set(make, make(plan));
      return derived.get(make) as Value;
    },
  };
  return plan;
}
