import type { IncomingMessage, ServerResponse } from "node:http";
import type { PolicyRule } from "@toolcrib/core/policy";
import { parseJson } from "@toolcrib/shared/json";
import type { RequestLearning } from "../contracts/request-learning.ts";
import { checkOrigin, corsHeaders, identifyCaller } from "./access.ts";
import { collectBody } from "./collect-body.ts";
import type { ListenerOptions } from "./create-listener.ts";
import { discardBody } from "./discard-body.ts";
import { errorAnswer, toWireError } from "./error-answer.ts";
import { flatHeaders } from "./request-headers.ts";
import { writeAnswer } from "./write-answer.ts";

/** Handles a request on Node's own objects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Who calls the MCP front. */
export interface McpCaller {
  /** Identifies the caller; empty when the gateway has no keys. */
  readonly id: string;
  /** The rules for the caller's tools in the current config; the same list until the config changes. */
  policy(): readonly PolicyRule[];
  /** What the front learns from the caller's calls; undefined if the gateway does not learn. */
  learning(): RequestLearning | undefined;
}

/** Handles a request to the MCP front; a JSON body is already read and parsed. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: McpCaller,
  parsedBody?: unknown,
) => Promise<void> | void;

const maxBodyBytes = 4 * 1_024 * 1_024;

/** Guards the MCP front: checks the key first, then reads the body within the usual limits. */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { currentState, services, admission, connections, closing }: ListenerOptions,
  handler: McpHandler,
): Promise<void> {
  const state = currentState();
  const { config } = state;
  const { limits } = config;
  const held = admission.holdBody(limits);
  response.on("close", held.end);
  const headers = flatHeaders(request.headers);
  try {
    checkOrigin(headers, state);
    for (const [header, value] of Object.entries(corsHeaders(headers, config))) response.setHeader(header, value);
    // A browser asks before it sends the request, and without a key.
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const { name, id, principal, credentials } = await identifyCaller(headers, state);
    const caller: McpCaller = {
      id: id ?? "",
      policy: () => currentState().policies.forFront(principal),
      learning: () => currentState().learning?.forCaller({ id, credentials }),
    };
    response.on("close", connections.begin(request.socket));
    if (headers["expect"] !== undefined) response.writeContinue();
    if (request.method !== "POST" || !isJson(headers["content-type"])) {
      if (request.method === "GET") endWith(closing?.(), response);
      await handler(request, response, caller);
      return;
    }
    const body = await collectBody(request, {
      limit: Math.min(limits.bodyBytes, maxBodyBytes),
      hold: held.hold,
      watch: (fail) => admission.uploads.watch({ caller: name, limits, fail }),
    });
    const parsed = parse(body);
    if ((parsed as { readonly method?: unknown } | null | undefined)?.method === "subscriptions/listen") {
      endWith(closing?.(), response);
    }
    await handler(request, response, caller, parsed);
  } catch (error) {
    const wireError = toWireError(error);
    const requestId = services.createRequestId();
    if (wireError.isUnexpected) services.reportProblem(`${requestId} failed`, error);
    if (response.headersSent) response.destroy();
    else
      await writeAnswer(
        response,
        errorAnswer(wireError, services.dialects.spokenBy(headers), requestId, services.redactor),
      );
  } finally {
    discardBody(request, limits.bodyBytes);
  }
}

/** A stream for notifications never ends by itself: it must not delay the end of the gateway, as a running call may. */
function endWith(closing: AbortSignal | undefined, response: ServerResponse): void {
  if (closing === undefined) return;
  const end = (): void => void response.destroy();
  closing.addEventListener("abort", end, { once: true });
  response.on("close", () => closing.removeEventListener("abort", end));
}

function isJson(contentType = ""): boolean {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

/** Undefined if it is not JSON: then the front answers with its own error. */
function parse(body: readonly Buffer[]): unknown {
  return parseJson(Buffer.concat(body).toString("utf8"));
}
