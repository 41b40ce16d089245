import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { Tool, WireTool } from "../tool/tool.ts";
import {
  deferredDefinition,
  placeBreakpoint,
  undeferredDefinition,
  undeferredTools,
} from "../wire-fields/wire-fields.ts";
import { bridgeTool } from "./bridge-tool.ts";
import { deferredToolPlaceholder } from "./placeholder.ts";

/** How found tools become callable on an upstream. */
export type LoaderName = "native" | "append" | "bridge" | "eager";

/** `full`: undiscovered tools are sent too, deferred. `lean`: they are not, and one placeholder keeps the feature alive. */
export type NativeForm = "full" | "lean";

/** What decides the `tools` of a request while search is on. */
export interface RequestToolsQuestion {
  readonly plan: CataloguePlan;
  readonly loader: LoaderName;
  readonly nativeForm: NativeForm;
  /** Found tools that are deferred, in the order in which they were found. */
  readonly found: readonly string[];
}

const givenLists = new WeakMap<CataloguePlan, readonly WireTool[]>();
const fullLists = new WeakMap<CataloguePlan, readonly WireTool[]>();
const eagerLists = new WeakMap<CataloguePlan, readonly WireTool[]>();

/** The tools of a request without tool search: as the caller gave them. */
export function givenTools(plan: CataloguePlan): readonly WireTool[] {
  return remember(givenLists, plan, () => undeferredTools(plan.given));
}

/** Step 7. The tools of this request. What is there before a find stays, byte for byte, and in its place. */
export function requestTools({ plan, loader, nativeForm, found }: RequestToolsQuestion): readonly WireTool[] {
  switch (loader) {
    case "native":
      // The API's own search looks through what is sent, so it needs all of it.
      return nativeForm === "full" || plan.hasServerSearch ? fullList(plan) : leanList(plan, found);
    case "append":
      return withFound(eagerList(plan), plan, found, undeferredDefinition);
    case "bridge":
      return [...eagerList(plan), bridgeTool(plan)];
    case "eager":
      return [...eagerList(plan), ...plan.deferred.map(undeferredDefinition)];
  }
}

function fullList(plan: CataloguePlan): readonly WireTool[] {
  return remember(fullLists, plan, () => [...eagerList(plan), ...plan.deferred.map(deferredDefinition)]);
}

function leanList(plan: CataloguePlan, found: readonly string[]): readonly WireTool[] {
  return withFound([...eagerList(plan), deferredToolPlaceholder], plan, found, deferredDefinition);
}

/** Found tools come last, in the order found: by name, a new one could stand before an old one. */
function withFound(
  before: readonly WireTool[],
  plan: CataloguePlan,
  found: readonly string[],
  define: (tool: Tool) => WireTool,
): readonly WireTool[] {
  const tools = before.slice();
  for (const name of found) {
    const tool = plan.byName.get(name);
    if (tool !== undefined) tools.push(define(tool));
  }
  return tools;
}

function eagerList(plan: CataloguePlan): readonly WireTool[] {
  return remember(eagerLists, plan, () => placeBreakpoint(plan.eager.map(undeferredDefinition), plan.deferred));
}

function remember<Value>(memo: WeakMap<CataloguePlan, Value>, plan: CataloguePlan, make: () => Value): Value {
  let value = memo.get(plan);
  if (value === undefined) {
    value = make();
    memo.set(plan, value);
  }
  return value;
}
