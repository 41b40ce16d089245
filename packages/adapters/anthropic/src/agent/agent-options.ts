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

/** What a tool gives back: text, or content blocks. What it throws becomes an error result. */
export type ToolOutput = string | readonly ContentBlock[];

/** Runs a call of one of the session's tools. It meets the tool's own name and arguments, whatever the loader. */
export type RunTool = (call: ToolUseBlock, tool: Tool) => Promise<ToolOutput> | ToolOutput;

/** The parameters of the agent's requests that the engine leaves alone. */
export type AgentParams = Omit<MessageCreateParamsNonStreaming, "messages" | "tools" | "stream">;

/** One turn of an agent: what was sent, what the model answered, and what its calls gave. */
export interface AgentTurn {
  readonly prepared: PreparedRequest;
  readonly message: BetaMessage;
  readonly answers: readonly CallAnswer[];
}

/** What an agent is made of. */
export interface AgentOptions {
  readonly client: Anthropic;
  /** Holds the tools; see `@toolcrib/core`. */
  readonly session: DeferralSession;
  readonly params: AgentParams;
  /** The conversation so far; ends with the user. */
  readonly messages: readonly Message[];
  readonly runTool: RunTool;
  /** Stops after so many requests. Default: when the model is done. */
  readonly maxTurns?: number;
  /** Makes the requests stream, and gets every event. */
  readonly onStreamEvent?: (event: BetaRawMessageStreamEvent) => void;
  readonly onTurn?: (turn: AgentTurn) => void;
  readonly signal?: AbortSignal;
}
