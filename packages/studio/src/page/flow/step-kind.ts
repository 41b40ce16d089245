import type { FlowParty, UpstreamCallRecord } from "@toolcrib/gateway";
import type { Kind } from "../parts/kind.ts";
import { isFailure, type StoryStep } from "./story.ts";

/** The client's own search tool, as Claude Code names it, or one of the API's search types. */
const searchCall = /^(Search call|Calls? of (ToolSearch|tool_search\w*))$/;

/** What a step is about. */
export function kindOf(step: StoryStep): Kind {
  if (isFailure(step)) return "error";
  if (step.from === "catalogue" || step.to === "catalogue" || searchCall.test(step.title)) return "search";
  if (/^Calls? of /.test(step.title) || optional.some((party) => involves(step, party))) return "call";
  if (step.isInferred) return searchCall.test(step.trace.flow.at(-1)?.title ?? "") ? "search" : "call";
  return (cacheOf(step)?.read ?? 0) > 0 ? "cache" : "plain";
}

/** Whether a step answers an earlier one; drawn dashed. */
export function isReturn({ from, to }: StoryStep): boolean {
  return from !== to && (to === "client" || (to === "gateway" && from !== "client"));
}

/** What the cache did for a call of the model. */
export interface StepCache {
  readonly read: number;
  readonly written: number;
  /** All tokens of the prompt. */
  readonly total: number;
  /** Where the prefix broke; undefined if it held. */
  readonly brokeAt: string | undefined;
}

/** The cache of the call that a step starts. Undefined for other steps, and if calls and steps do not match. */
export function cacheOf({ trace, to, at, isInferred }: StoryStep): StepCache | undefined {
  if (to !== "model" || isInferred) return undefined;
  const calls = trace.flow.filter((step) => step.to === "model");
  if (calls.length !== trace.upstreamCalls.length) return undefined;
  return readCache(trace.upstreamCalls[calls.findIndex((step) => step.at === at)]);
}

function readCache(call: UpstreamCallRecord | undefined): StepCache | undefined {
  if (call?.usage === undefined) return undefined;
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = call.usage;
  return {
    read: read ?? 0,
    written: written ?? 0,
    total: input + (read ?? 0) + (written ?? 0),
    brokeAt: call.prefix?.breaks[0]?.level,
  };
}

const always: readonly FlowParty[] = ["client", "gateway", "model", "catalogue"];
/** Parties of some requests only. */
const optional: readonly FlowParty[] = ["program", "mcp-server"];

const involves = ({ from, to }: StoryStep, party: FlowParty): boolean => from === party || to === party;

/**
 * The parties of a story, from left to right. Those that every request has always have a lane, so that nothing moves
 * while a request runs or when another one is selected.
 */
export function lanesOf(story: readonly StoryStep[]): readonly FlowParty[] {
  const hasToolset = story.some(({ trace }) => trace.execution === "mcp-toolset");
  const others = optional.filter(
    (party) => (party === "mcp-server" && hasToolset) || story.some((step) => involves(step, party)),
  );
  return [...always, ...others];
}
