import type { ParsedRequest } from "../../../../../contracts/client-dialect.ts";
import type { ToolNames } from "../../wire/tool-names.ts";
import type { ResponseOrigin } from "../kept/kept-responses.ts";
import type { Approval } from "../tools/mcp-tools.ts";
import type { OpenMcpCall } from "./mcp-input.ts";

/** What an answer takes from its request. */
export interface ResponseContext {
  readonly names: ToolNames;
  /** Which calls of MCP tools the client wants to be asked about, by server. */
  readonly approvals?: ReadonlyMap<string, Approval> | undefined;
  /** The names of the tools that may be used, by server; a server without an entry may use all of its tools. */
  readonly allowedTools?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Calls of MCP tools that earlier answers left open. */
  readonly openMcpCalls?: ReadonlyMap<string, OpenMcpCall> | undefined;
  /** What is kept with the response; undefined if the client does not want it kept. */
  readonly origin?: ResponseOrigin | undefined;
  /** Fields of the request that a response repeats. */
  readonly repeated: { readonly model: string; readonly [field: string]: unknown };
  /** Whether the upstream speaks this API too, so that nothing of its answer is lost. */
  readonly isOwn?: boolean | undefined;
  /** Whether the upstream goes on with the response when the request has ended. */
  readonly isInBackground?: boolean | undefined;
}

export function responseContextOf({ body, answerContext }: ParsedRequest): ResponseContext {
  return (answerContext as ResponseContext | undefined) ?? { names: new Map(), repeated: { model: body.model } };
}
