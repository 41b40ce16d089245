import type { ContentBlock, ToolResultBlock } from "@toolcrib/core";

/** The outcome of a call that the gateway answered itself. */
export interface GatewayToolAnswer {
  /** What the client sees; undefined for a tool that the client does not know. */
  readonly shown: ContentBlock | undefined;
  /** The result that the model gets for its call. */
  readonly result: ToolResultBlock;
}

/** A call of the model that the gateway answers, with its id in the inner form. */
export interface GatewayToolCall {
  readonly id: string;
  readonly input: unknown;
}

/** A tool that the gateway runs itself, inside the loop: a search of the catalogue, or a tool of an MCP server. */
export interface GatewayTool {
  readonly specificationVersion: "v1";
  /** The name that the model calls. */
  readonly name: string;
  /** Whether calls are counted as searches. */
  readonly isSearch: boolean;
  /** Whether the client decides about each call: the answer ends with it, and it is made when the client goes on. */
  readonly needsApproval?: boolean | undefined;
  /** How the client sees the start of a call; undefined for a tool that the client does not know. */
  showCall(id: string): ContentBlock | undefined;
  /** What a call of a search looks for, as the index gets it; undefined if its input is not usable. Only searches have it. */
  queryOf?(input: unknown): string | undefined;
  answer(call: GatewayToolCall, signal: AbortSignal): Promise<GatewayToolAnswer>;
  /** The answer to a call that is not made, with the reason for the model. */
  refuse(call: GatewayToolCall, reason: string): GatewayToolAnswer;
}
