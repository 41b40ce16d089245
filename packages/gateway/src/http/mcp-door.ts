import type { IncomingMessage, ServerResponse } from "node:http";
import type { PolicyRule } from "@toolcrib/core/policy";
import { nextTurn } from "@toolcrib/shared/timers";
import { BodyParser, type HoldMemory, maxBytesAtOnce } from "../body/body-parser.ts";
import { countItems } from "../body/count-items.ts";
import type { CallControl } from "../contracts/call-control.ts";
import type { CallerUser } from "../contracts/caller-user.ts";
import type { RequestLearning } from "../contracts/request-learning.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { checkOrigin, corsHeaders, identifyCaller } from "./access.ts";
import { userOf } from "./caller-user.ts";
import { collectBody } from "./collect-body.ts";
import { actorOf } from "./control-request.ts";
import type { ListenerOptions } from "./create-listener.ts";
import { discardBody } from "./discard-body.ts";
import { errorAnswer, toWireError, type WireError } from "./error-answer.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { flatHeaders } from "./request-headers.ts";
import { writeAnswer } from "./write-answer.ts";

/** Handles a request on Node's own objects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Who calls the MCP front. */
export interface McpCaller {
  /** Identifies the caller; empty when the gateway has no keys. */
  readonly id: string;
  /** Whose logins at MCP servers are used; undefined for a key that belongs to nobody. */
  readonly user: CallerUser | undefined;
  /** The rules for the caller's tools in the current config; the same list until the config changes. */
  policy(): readonly PolicyRule[];
  /** What the front learns from the caller's calls; undefined if the gateway does not learn. */
  learning(): RequestLearning | undefined;
  /** Counts and audits the caller's calls; undefined if the gateway does neither. */
  callControl(): CallControl | undefined;
}

/** Handles a request to the MCP front; a JSON body is already read and parsed. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: McpCaller,
  parsedBody?: unknown,
) => Promise<void> | void;

const maxBodyBytes = 4 * 1_024 * 1_024;
/** Each call in a batch is charged before the front sees it. */
const maxBatchMessages = 100;
/** JSON-RPC's first code for errors of a server's own. */
const serverErrorCode = -32000;

/** Guards the MCP front: checks the key first, then reads the body within the usual limits. */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { currentState, services, admission, connections, closing }: ListenerOptions,
  handler: McpHandler,
): Promise<void> {
  const { redactor } = services;
  const state = currentState();
  const { config } = state;
  const { limits } = config;
  const held = admission.holdBody(limits);
  response.on("close", held.end);
  const headers = flatHeaders(request.headers);
  let known: string | undefined;
  const requestId = (): string => {
    known ??= services.createRequestId();
    return known;
  };
  let parsed: unknown;
  try {
    checkOrigin(headers, state);
    for (const [header, value] of Object.entries(corsHeaders(headers, config))) response.setHeader(header, value);
    // A browser asks before it sends the request, and without a key.
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const identified = await identifyCaller(headers, state);
    const { name, id, principal, credentials } = identified;
    const actor = actorOf(identified);
    const caller: McpCaller = {
      id: id ?? "",
      user: userOf(principal),
      policy: () => currentState().policies.forFront(principal),
      learning: () => currentState().learning?.forCaller({ id, credentials }),
      callControl: () => currentState().callControls?.of({ ...actor, door: "mcp", id: requestId, redactor }),
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
    const whole = Buffer.concat(body);
    if (whole.length > maxBytesAtOnce) await nextTurn();
    parsed = parse(whole, held.hold);
    if (Array.isArray(parsed) && parsed.length > maxBatchMessages) {
      const problem = `Expected at most ${maxBatchMessages} messages in a batch, got ${parsed.length}`;
      throw new GatewayError("invalid_body", { field: "body", problem });
    }
    for (const message of Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]) {
      if (methodOf(message) === "tools/call") await currentState().callControls?.quotas?.admitRequest(actor);
    }
    if (methodOf(parsed) === "subscriptions/listen") {
      endWith(closing?.(), response);
    }
    await handler(request, response, caller, parsed);
  } catch (error) {
    const wireError = toWireError(error);
    if (wireError.isUnexpected) services.reportProblem(`${requestId()} failed`, error);
    if (response.headersSent) response.destroy();
    else {
      const answer = errorAnswer(wireError, services.dialects.spokenBy(headers), requestId(), redactor);
      const isRpc = methodOf(parsed) !== undefined || Array.isArray(parsed);
      await writeAnswer(response, isRpc ? asRpcError(answer, wireError, parsed) : answer);
    }
  } finally {
    discardBody(request, limits.bodyBytes);
  }
}

function methodOf(message: unknown): unknown {
  return (message as { readonly method?: unknown } | null | undefined)?.method;
}

/** The error as MCP clients read it, with the status and the headers that HTTP clients read. */
function asRpcError(answer: HttpAnswer, { body, retryAfterSeconds }: WireError, message: unknown): HttpAnswer {
  const { id } = message as { readonly id?: unknown };
  const { type, message: text } = body.error;
  const error = { code: serverErrorCode, message: text, data: { type, retryAfterSeconds } };
  const isId = typeof id === "string" || typeof id === "number";
  return { ...answer, body: JSON.stringify({ jsonrpc: "2.0", id: isId ? id : null, error }) };
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
function parse(body: Buffer, hold: HoldMemory): unknown {
  try {
    const parser = new BodyParser(() => {}, body.length, hold);
    const { value } = parser.parse(body);
    // Models write arguments as text, in which the front reads them.
    parser.countItems(countItems(value));
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
