import type { ContentBlock, Message, Settings, Tool, ToolUseBlock } from "@toolcrib/core";
import type { DeferralCost, EngineMemory } from "@toolcrib/core/engine";
import type { Loader } from "@toolcrib/core/loaders";
import type { RequestCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { GatewayTool } from "../contracts/gateway-tool.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import type { ConversationKeys } from "../conversation/conversation-keys.ts";
import type { LoaderChoice } from "../route/choose-loader.ts";
import type { RequestBudget } from "./request-budget.ts";

/** A request with everything that was decided about it before the model is called. */
export interface Turn {
  readonly request: ClientRequest;
  readonly catalogue: RequestCatalogue;
  readonly execution: TraceRecord["execution"];
  readonly choice: LoaderChoice;
  readonly loader: Loader;
  /** The model's name for the upstream. */
  readonly model: string;
  /** What tells the conversation and its turns from others. */
  readonly keys: ConversationKeys;
  /** What the engine is given as the catalogue. */
  readonly tools: readonly Tool[];
  /** The search tool that the gateway adds. */
  readonly searchTool: Tool | undefined;
  readonly settings: Settings;
  readonly memory: EngineMemory;
  readonly deferralCost: DeferralCost | undefined;
  /** Beta names of tool search that the conversation has sent before. */
  readonly sentBetas: readonly string[];
  /** The conversation in the inner form. */
  readonly conversation: readonly Message[];
  /** Calls in it that the gateway must answer before the model goes on. */
  readonly pending: readonly ToolUseBlock[];
  /** What the client is shown before anything else. */
  readonly shownFirst: readonly ContentBlock[];
  /** Begins to make what a search will need; called while the model is at work. */
  readonly prepareSearch: (() => void) | undefined;
  /** The tools that the gateway answers itself, by the name that the model calls. */
  readonly gatewayTools: ReadonlyMap<string, GatewayTool>;
  /** Whether the gateway brings skills into it. */
  readonly hasSkills: boolean;
  readonly budget: RequestBudget;
}
