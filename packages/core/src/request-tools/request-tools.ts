import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { Found } from "../found-tools/found-tools.ts";
import type { Tool, WireTool } from "../tool/tool.ts";
import {
  deferredDefinition,
  loadedDefinition,
  placeBreakpoint,
  undeferredDefinition,
  undeferredTools,
} from "../wire-fields/wire-fields.ts";
import { bridgeTool } from "./bridge-tool.ts";
import type { LoadedTools } from "./loaded-tools.ts";
import { deferredToolPlaceholder } from "./placeholder.ts";

/** How found tools become callable on an upstream. */
export type LoaderName = "native" | "append" | "bridge" | "eager";

/**
 * `full`: undiscovered tools are sent too, deferred. `lean`: they are not, and one placeholder keeps the feature alive. A catalogue
 * with strict tools is sent in full in either form: the API compiles one grammar from the whole list, and a list that grows with
 * each find would make it compile again.
 */
export type NativeForm = "full" | "lean";

/** What decides the `tools` of a request while search is on. */
export interface RequestToolsQuestion {
  readonly plan: CataloguePlan;
  readonly loader: LoaderName;
  readonly nativeForm: NativeForm;
  readonly found: Found;
  /** A deferred tool that must be called: it is put into the prompt. */
  readonly forced?: Tool | undefined;
}

const givenLists = new WeakMap<CataloguePlan, readonly WireTool[]>();
const fullLists = new WeakMap<CataloguePlan, readonly WireTool[]>();
const eagerLists = new WeakMap<CataloguePlan, readonly WireTool[]>();
const leanLists = new WeakMap<CataloguePlan, readonly WireTool[]>();
const strictness = new WeakMap<CataloguePlan, boolean>();
const bridgeLists = new WeakMap<CataloguePlan, readonly WireTool[]>();

/** The tools of a request without tool search: as the caller gave them. */
export function givenTools(plan: CataloguePlan): readonly WireTool[] {
  return remember(givenLists, plan, () => undeferredTools(plan.given));
}

/** Step 7. The tools of this request. What is there before a find stays, byte for byte, and in its place. */
export function requestTools(question: RequestToolsQuestion, loaded: LoadedTools): readonly WireTool[] {
  const tools = unforcedTools(question, loaded);
  return question.forced === undefined ? tools : withForcedTool(tools, question.forced);
}

/** One more tool in the prompt is what a forced call costs; the others stay deferred. */
function withForcedTool(tools: readonly WireTool[], forced: Tool): readonly WireTool[] {
  const definition = loadedDefinition(forced);
  const place = tools.findIndex(({ name }) => name === forced.name);
  return place === -1 ? [...tools, definition] : tools.with(place, definition);
}

function unforcedTools(
  { plan, loader, nativeForm, found }: RequestToolsQuestion,
  loaded: LoadedTools,
): readonly WireTool[] {
  switch (loader) {
    case "native":
      // The API's own search looks through what is sent, so it needs all of it.
      if (nativeForm === "full" || plan.hasServerSearch || hasStrictTools(plan)) return fullList(plan);
      return loaded.list({ plan, before: leanList(plan), found, define: deferredDefinition });
    case "append":
      return loaded.list({ plan, before: eagerList(plan), found, define: loadedDefinition });
    case "bridge":
      return remember(bridgeLists, plan, () => [...eagerList(plan), bridgeTool(plan)]);
    case "eager":
      return [...eagerList(plan), ...plan.deferred.map(undeferredDefinition)];
  }
}

function hasStrictTools(plan: CataloguePlan): boolean {
  return remember(strictness, plan, () =>
    [...plan.eager, ...plan.deferred].some((tool) => (tool as { readonly strict?: unknown }).strict === true),
  );
}

function fullList(plan: CataloguePlan): readonly WireTool[] {
  return remember(fullLists, plan, () => [...eagerList(plan), ...plan.deferred.map(deferredDefinition)]);
}

/** The lean form as long as nothing is found. */
function leanList(plan: CataloguePlan): readonly WireTool[] {
  return remember(leanLists, plan, () => [...eagerList(plan), deferredToolPlaceholder]);
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
