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

/** A request with all decisions that are made before the model is called. */
export interface Turn {
  readonly request: ClientRequest;
  readonly catalogue: RequestCatalogue;
  readonly execution: TraceRecord["execution"];
  readonly choice: LoaderChoice;
  readonly loader: Loader;
  /** The model name that the upstream gets. */
  readonly model: string;
  /** Keys that identify the conversation and its turns. */
  readonly keys: ConversationKeys;
  /** The catalogue for the engine. */
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
  /** Its messages of hidden rounds, which the upstream has already: they must not change. */
  readonly sentBefore: ReadonlySet<Message>;
  /** Calls in it that the gateway must answer before the model continues. */
  readonly pending: readonly ToolUseBlock[];
  /** Blocks that the client sees first. */
  readonly shownFirst: readonly ContentBlock[];
  /** Prepares what a search will need; called while the model is working. */
  readonly prepareSearch: (() => void) | undefined;
  /** The tools that the gateway answers itself, keyed by the name that the model calls. */
  readonly gatewayTools: ReadonlyMap<string, GatewayTool>;
  /** How the names of tools begin that only the gateway can run; undefined if there are none. */
  readonly toolsetPrefixes?: readonly string[] | undefined;
  /** Whether the gateway adds skills to it. */
  readonly hasSkills: boolean;
  readonly budget: RequestBudget;
}
