import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { Found } from "../06-found-tools/found-tools.ts";
import type { ContentBlock, ToolUseBlock } from "../conversation/message.ts";
import type { Tool, WireTool } from "../tools/tool.ts";
import type { LoadedTools } from "./loaded-tools.ts";

/** Whether deferred tools that nobody has found yet are sent, marked as deferred, by loaders whose upstream takes such tools. */
export type UndiscoveredTools = "deferred" | "omitted";

/** What a loader makes the `tools` of a request from. */
export interface LoaderQuestion {
  readonly plan: CataloguePlan;
  /** The deferred tools that the conversation refers to, in the order found. */
  readonly found: Found;
  /** Writes lists that end with the found tools, at the cost of the newest ones. */
  readonly loadedTools: LoadedTools;
  /** Who decided which tools are deferred: the engine, or the flags that the tools came with. */
  readonly deferBy: "checklist" | "flags";
  readonly undiscoveredTools: UndiscoveredTools;
}

/**
 * How an upstream loads deferred tools: where a result refers to them, where a message brings them, or by a search of its own, which
 * nobody sees.
 */
export type Loading = "reference" | "message" | "search";

/** What a loader needs to decide whether a list can be sent unchanged. */
export type GivenListQuestion = Pick<LoaderQuestion, "deferBy" | "undiscoveredTools">;

/** What a piece of a wrapped call tells: the real tool's name, once, and after it its arguments as they come. */
export interface WrappedCallParts {
  /** Set in the piece that completes the name. */
  readonly name: string | undefined;
  /** Text to pass on as the real call's arguments; empty while there is none. */
  readonly argumentText: string;
}

/** Reads the arguments of one wrapped call while they stream. */
export interface WrappedCallReader {
  readonly name: string | undefined;
  push(argumentText: string): WrappedCallParts;
  /** What is left when the call is complete. */
  end(): WrappedCallParts;
}

/** A tool through which the model calls the tools that it found. Clients, rules and logs never see it. */
export interface CallWrapper {
  readonly tool: WireTool & { readonly name: string };
  /** The call as the upstream sees it: the same bytes whenever the conversation is sent again. */
  wrap(call: ToolUseBlock): ToolUseBlock;
  /** The real call under the same id. A call of another tool, or one that cannot be understood, is returned as it is. */
  unwrap(call: ToolUseBlock): ToolUseBlock;
  createReader(): WrappedCallReader;
}

/**
 * How found tools become callable on an upstream. Every loader gives the model the same tools by other means: a tool that a reference
 * stands for can be called, what was sent before a find stays as it was if `keepsPrefix` says so, and nothing reaches the wire that
 * the upstream does not know.
 */
export interface Loader {
  readonly specificationVersion: "v1";
  /** Its name in settings, the config and the trace. */
  readonly name: string;
  /** What it does, in a line, for help texts and tables. */
  readonly summary: string;
  /** Whether tools are kept out of the prompt at all. */
  readonly defers: boolean;
  /** Whether finding a tool leaves everything before it unchanged, so that the prompt cache stays valid. */
  readonly keepsPrefix: boolean;
  /** The dialects of the upstreams that it is for. Left out: any, or, if it puts references on the wire, the Messages API and those that load references. */
  readonly dialects?: readonly string[];
  /** Where the model reads the definition of a found tool; `upstream`: the upstream puts it there itself. */
  readonly definitionsIn: "upstream" | "tools" | "messages";
  /** How the upstream is told which tools to load, where its dialect has several ways. */
  readonly loading?: Loading;
  /** The tools to send; the same input returns the same tools. */
  readonly tools: (question: LoaderQuestion) => readonly WireTool[];
  /** Whether a list that came with flags of its own needs no change, so that the request can be sent unchanged. Left out: no. */
  readonly keepsGivenList?: (question: GivenListQuestion) => boolean;
  /** What is in the conversation instead of references to these tools. Left out by loaders for upstreams that know references. */
  readonly renderReferences?: (tools: readonly Tool[]) => readonly ContentBlock[];
  /** The tool through which found tools are called, where they are not called by their own names. */
  readonly wrapper?: (plan: CataloguePlan) => CallWrapper;
}

/** Whether a loader puts the API's own tool search on the wire, references, `defer_loading` and beta names, so that the upstream must know it. */
export function usesReferences(loader: Loader): boolean {
  return loader.renderReferences === undefined;
}
