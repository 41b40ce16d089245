import type { IncomingMessage, ServerResponse } from "node:http";
import type { PolicyRule } from "@toolcrib/core";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { checkOrigin, corsHeaders, identifyCaller } from "./access.ts";
import { answerMessages, type MessagesCall, type MessagesTools } from "./answer-messages.ts";
import { collectBody } from "./collect-body.ts";
import { decodeBody } from "./decode-body.ts";
import { errorAnswer, toWireError } from "./error-answer.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { RunningRequests } from "./open-call.ts";
import { RequestAbort } from "./request-abort.ts";
import { flatHeaders } from "./request-headers.ts";
import { writeAnswer } from "./write-answer.ts";

/** Handles a request on Node's own objects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Who calls the MCP front. */
export interface McpCaller {
  /** Tells callers apart; empty where the gateway has no keys. */
  readonly id: string;
  /** The rules for the caller's tools, by the config as it is now: the same list while it stays. */
  policy(): readonly PolicyRule[];
}

/** Handles a request to the MCP front. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: McpCaller,
) => Promise<void> | void;

export interface ListenerOptions {
  readonly currentState: () => ConfiguredState;
  readonly tools: MessagesTools;
  readonly running: RunningRequests;
  /** Everything that has no shorter way. */
  readonly others: NodeHandler;
  /** The MCP front, at `/mcp`. */
  readonly mcpHandler: McpHandler | undefined;
}

const kinds: ReadonlyMap<string, MessagesCall["kind"]> = new Map([
  ["/v1/messages", "messages"],
  ["/v1/messages/count_tokens", "count_tokens"],
]);

/** Calls of the Messages API go from socket to socket on Node's own streams; the rest takes the way over web standards. */
export function createListener(options: ListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const path = request.url ?? "/";
    const pathname = path.split("?", 1)[0] as string;
    const kind = request.method === "POST" ? kinds.get(pathname) : undefined;
    if (kind !== undefined) {
      void answerCall(request, response, kind, path, options);
    } else if (options.mcpHandler !== undefined && (pathname === "/mcp" || pathname.startsWith("/mcp/"))) {
      void guarded(request, response, options, options.mcpHandler);
    } else {
      void options.others(request, response);
    }
  };
}

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  kind: MessagesCall["kind"],
  path: string,
  { currentState, tools, running }: ListenerOptions,
): Promise<void> {
  const abort = new RequestAbort();
  response.on("close", () => {
    if (!response.writableFinished) abort.abort(new GatewayError("client_gone", {}));
  });
  response.on("error", () => {});
  const headers = flatHeaders(request.headers);
  const state = currentState();
  const { bodyBytes } = state.config.limits;
  const receive = async () => {
    checkOrigin(headers, state.config);
    const body = await collectBody(request, bodyBytes);
    return headers["content-encoding"] === undefined ? { headers, body } : decodeBody({ headers, body }, bodyBytes);
  };
  const answer = await answerMessages({ kind, path, abort, receive }, state, tools, running);
  await writeAnswer(response, answer, addedHeaders(headers, state.config, request.complete));
}

/** What the connection adds to an answer; mostly nothing. */
function addedHeaders(
  headers: Readonly<Record<string, string>>,
  config: ResolvedConfig,
  isBodyComplete: boolean,
): Readonly<Record<string, string>> | undefined {
  if (headers["origin"] === undefined && isBodyComplete) return undefined;
  // A connection that may hold bytes which nobody read is not to be used again.
  return { ...corsHeaders(headers, config), ...(!isBodyComplete && { connection: "close" }) };
}

async function guarded(
  request: IncomingMessage,
  response: ServerResponse,
  { currentState, tools }: ListenerOptions,
  handler: McpHandler,
): Promise<void> {
  try {
    const headers = flatHeaders(request.headers);
    const { config } = currentState();
    checkOrigin(headers, config);
    const { keyHash } = identifyCaller(headers, config);
    const policy = () => currentState().policies.forFront(keyHash);
    await handler(request, response, { id: keyHash ?? "", policy });
  } catch (error) {
    if (response.headersSent) response.destroy();
    else await writeAnswer(response, failure(error, tools));
  }
}

function failure(error: unknown, tools: MessagesTools): HttpAnswer {
  const wireError = toWireError(error);
  const requestId = tools.createRequestId();
  if (wireError.isUnexpected) tools.reportProblem(`${requestId} failed`, error);
  return errorAnswer(wireError, requestId);
}
