import type { ContentBlock, ToolResultBlock } from "@toolcrib/core";

/** What came of a call that the gateway answered itself. */
export interface GatewayToolAnswer {
  /** What the client is shown; undefined for a tool that the client does not know of. */
  readonly shown: ContentBlock | undefined;
  /** What the model is given, as the result of its call. */
  readonly result: ToolResultBlock;
}

/** A call of the model that the gateway answers, under the id that it has in the inner form. */
export interface GatewayToolCall {
  readonly id: string;
  readonly input: unknown;
}

/** A tool that the gateway runs itself, inside the loop: a search of the catalogue, or a tool of an MCP server. */
export interface GatewayTool {
  readonly specificationVersion: "v1";
  /** What the model calls. */
  readonly name: string;
  /** A search, so that it is counted as one. */
  readonly isSearch: boolean;
  /** How the client sees the beginning of a call; undefined for a tool that the client does not know of. */
  showCall(id: string): ContentBlock | undefined;
  answer(call: GatewayToolCall, signal: AbortSignal): Promise<GatewayToolAnswer>;
  /** The answer to a call that is not made, for a reason that the model is told. */
  refuse(call: GatewayToolCall, reason: string): GatewayToolAnswer;
}
