import type { DefinitiveGateAnswer } from "../../03-loader-available/definitive-gate.ts";
import type { UpstreamFacts } from "../../03-loader-available/upstream-facts.ts";
import type { DeferralCost } from "../../04-threshold/threshold.ts";
import type { ContentBlock, Message } from "../../conversation/message.ts";
import type { CallWrapper } from "../../loaders/loader.ts";
import type { Settings } from "../../settings/settings.ts";
import type { ServerState } from "../../tools/server-state.ts";
import type { Tool, WireTool } from "../../tools/tool.ts";
import type { ToolChoice } from "../../tools/tool-choice.ts";
import type { TraceEntry } from "./trace.ts";

/** What the request is for. All kinds pass the same gate and the same repair; only `messages` and `resume` announce. */
export const requestKinds = ["messages", "resume", "count", "side", "compaction"] as const;

export type RequestKind = (typeof requestKinds)[number];

/** A request before it is prepared. Nothing in it is ever written to. */
export interface RequestToPrepare {
  readonly model: string;
  /** Every tool that the request may use. */
  readonly tools: readonly Tool[];
  /** The conversation, in Anthropic's content blocks. Earlier messages are known by identity: replace one, never write into it. What `nextTurn` made need not be looked through. */
  readonly messages: readonly Message[];
  readonly system?: string | readonly ContentBlock[] | undefined;
  /** A search tool to add while tool search is on. Leave it out if `tools` holds one. */
  readonly searchTool?: Tool | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  /** How many turns the agent may still take, this one included. */
  readonly turnsLeft?: number | undefined;
  /** Default: `messages`. */
  readonly kind?: RequestKind | undefined;
  readonly servers?: readonly ServerState[] | undefined;
  readonly upstream?: UpstreamFacts | undefined;
  /** What the deferrable definitions cost, where somebody counted. Else their length decides. */
  readonly deferralCost?: DeferralCost | undefined;
  /** Beta names that the caller wants in the header. */
  readonly betas?: readonly string[] | undefined;
  /** Beta names of earlier requests of this conversation: they stay. */
  readonly sentBetas?: readonly string[] | undefined;
  /** Default: `main`. */
  readonly thread?: "main" | "subagent" | undefined;
  readonly settings?: Settings | undefined;
}

/** A request as it goes on the wire, and everything that was decided on the way. */
export interface PreparedRequest {
  readonly tools: readonly WireTool[];
  /** Put together when it is first read: that takes one copy of a list as long as the conversation. */
  readonly messages: readonly Message[];
  readonly system: string | readonly ContentBlock[] | undefined;
  /** The tool through which found tools are called, on loaders that have one. */
  readonly wrapper: CallWrapper | undefined;
  /** For the `anthropic-beta` header. */
  readonly betas: readonly string[];
  readonly gate: DefinitiveGateAnswer;
  /**
   * The conversation to go on with: the messages as they came, and what was announced in this turn.
   * Repairs are not in it, so that a tool that comes back is loaded again.
   */
  readonly conversation: readonly Message[];
  /** The deferred tools that are found, in the order found. */
  readonly found: readonly string[];
  /** Those of them that are loaded: the model can see their definitions now. */
  readonly loaded: readonly string[];
  /** What each step decided, in the order of the steps. */
  readonly trace: readonly TraceEntry[];
}
