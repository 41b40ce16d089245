import type { Anthropic } from "@anthropic-ai/sdk";
import type {
  BetaMessage,
  BetaRawMessageStreamEvent,
  MessageCreateParamsNonStreaming,
} from "@anthropic-ai/sdk/resources/beta/messages";
import type {
  CallAnswer,
  ContentBlock,
  DeferralSession,
  Message,
  PreparedRequest,
  Tool,
  ToolUseBlock,
} from "@toolcrib/core";

/** A tool's result: text, or content blocks. A thrown error becomes an error result. */
export type ToolOutput = string | readonly ContentBlock[];

/** Runs a call of one of the session's tools. It gets the tool's own name and arguments, whatever the loader. */
export type RunTool = (call: ToolUseBlock, tool: Tool) => Promise<ToolOutput> | ToolOutput;

/** The request parameters that the engine does not set. */
export type AgentParams = Omit<MessageCreateParamsNonStreaming, "messages" | "tools" | "stream">;

/** One turn of an agent: what was sent, the model's response, and the results of its calls. */
export interface AgentTurn {
  readonly prepared: PreparedRequest;
  readonly message: BetaMessage;
  readonly answers: readonly CallAnswer[];
}

/** The options of an agent. */
export interface AgentOptions {
  readonly client: Anthropic;
  /** Holds the tools; see `@toolcrib/core`. */
  readonly session: DeferralSession;
  readonly params: AgentParams;
  /** The conversation so far; must end with a user message. */
  readonly messages: readonly Message[];
  readonly runTool: RunTool;
  /** The maximum number of requests. Default: until the model is done. */
  readonly maxTurns?: number;
  /** Enables streaming, and receives every event. */
  readonly onStreamEvent?: (event: BetaRawMessageStreamEvent) => void;
  readonly onTurn?: (turn: AgentTurn) => void;
  readonly signal?: AbortSignal;
}
