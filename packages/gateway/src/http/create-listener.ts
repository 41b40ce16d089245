import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission, Ticket } from "../admission/admission.ts";
import type { Connections } from "../admission/connections.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { type Caller, corsHeaders } from "./access.ts";
import { answerCall } from "./answer-call.ts";
import { checkHead } from "./check-head.ts";
import { type BodyGate, collectBody } from "./collect-body.ts";
import { decodeBody } from "./decode-body.ts";
import { discardBody, isWorthDiscarding } from "./discard-body.ts";
import { errorAnswer, toWireError } from "./error-answer.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import { answerMcp, type McpHandler, type NodeHandler } from "./mcp-door.ts";
import type { CallServices } from "./open-call.ts";
import { RequestAbort } from "./request-abort.ts";
import { flatHeaders } from "./request-headers.ts";
import type { ServedEndpoint } from "./served-dialects.ts";
import { writeAnswer } from "./write-answer.ts";

/** A request that was answered with an error outside of the traced endpoints. */
export interface RefusedRequest {
  readonly method: string;
  /** Without its query, which may contain secrets. */
  readonly path: string;
  readonly status: number;
}

export interface ListenerOptions {
  readonly currentState: () => ConfiguredState;
  readonly services: CallServices;
  readonly admission: Admission;
  readonly connections: Connections;
  /** Handles everything without a faster path. */
  readonly others: NodeHandler;
  /** The MCP front, at `/mcp`. */
  readonly mcpHandler: McpHandler | undefined;
  /** Aborted when the gateway stops. */
  readonly closing?: (() => AbortSignal) | undefined;
  /** Whether the gateway is about to stop: then clients and proxies should open their next connection elsewhere. */
  readonly isDraining?: (() => boolean) | undefined;
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined;
}

/** Serves a dialect's endpoints directly on Node's streams, and everything else through the web-standard app. */
export function createListener(options: ListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  const noteRefused = (refused: RefusedRequest): void => {
    try {
      options.onRefused?.(refused);
    } catch (error) {
      options.services.reportProblem("A refused request could not be reported", error);
    }
  };
  return (request, response) => {
    const path = request.url ?? "/";
    if (options.isDraining?.() === true) response.shouldKeepAlive = false;
    /** A failure beyond any answer ends this connection, not the process. */
    const settle = (answering: Promise<void>): void => {
      answering.catch((error: unknown) => {
        options.services.reportProblem("A request failed without an answer", error);
        response.destroy();
      });
    };
    try {
      checkHead(request);
    } catch (error) {
      settle(refuse(request, response, error, options));
      return;
    }
    const pathname = path.split("?", 1)[0] as string;
    const endpoint = request.method === "POST" ? options.services.dialects.endpointAt(pathname) : undefined;
    if (endpoint !== undefined) {
      settle(answerSocket(request, response, endpoint, options));
    } else if (options.mcpHandler !== undefined && (pathname === "/mcp" || pathname.startsWith("/mcp/"))) {
      settle(answerMcp(request, response, options, options.mcpHandler));
    } else {
      if (request.headers.expect !== undefined) response.writeContinue();
      const { bodyBytes } = options.currentState().config.limits;
      response.on("finish", () => {
        discardBody(request, bodyBytes);
        if (response.statusCode >= 400)
          noteRefused({ method: request.method ?? "GET", path: pathname, status: response.statusCode });
      });
      void options.others(request, response);
    }
  };
}

/** Answers a refused request; its connection is not reused. */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { currentState, services }: ListenerOptions,
): Promise<void> {
  response.on("error", () => {});
  const dialect = services.dialects.spokenBy(flatHeaders(request.headers));
  const answer = errorAnswer(toWireError(error), dialect, services.createRequestId(), services.redactor);
  await writeAnswer(response, answer, { connection: "close" });
  discardBody(request, currentState().config.limits.bodyBytes);
}

async function answerSocket(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: ServedEndpoint,
  { currentState, services, admission, connections }: ListenerOptions,
): Promise<void> {
  const abort = new RequestAbort();
  response.on("close", () => {
    if (!response.writableFinished) abort.abort(new GatewayError("client_gone", {}));
  });
  response.on("error", () => {});
  const headers = flatHeaders(request.headers);
  const state = currentState();
  const { limits } = state.config;
  const admit = ({ name }: Caller): Ticket => {
    const limit = limits.requestsPerConnection;
    if (connections.requestsOf(request.socket) >= limit) throw new GatewayError("overloaded_connection", { limit });
    const { hold, end } = admission.admit(name, limits);
    const leave = connections.begin(request.socket);
    return {
      hold,
      end: () => {
        end();
        leave();
      },
    };
  };
  const receive = async ({ name }: Caller, { hold }: Ticket) => {
    const gate: BodyGate = {
      limit: limits.bodyBytes,
      hold,
      watch: (fail) => admission.uploads.watch({ caller: name, limits, fail }),
    };
    if (headers["expect"] !== undefined) response.writeContinue();
    const body = await collectBody(request, gate);
    return headers["content-encoding"] === undefined ? { headers, body } : decodeBody({ headers, body }, gate);
  };
  const answer = await answerCall(
    { endpoint, path: request.url ?? "/", abort, headers, admit, receive },
    state,
    services,
  );
  const isOver = request.complete || isWorthDiscarding(request, limits.bodyBytes);
  await writeAnswer(response, answer, addedHeaders(headers, state.config, isOver));
  discardBody(request, limits.bodyBytes);
}

/** Headers that the connection adds to an answer; usually none. */
function addedHeaders(
  headers: Readonly<Record<string, string>>,
  config: ResolvedConfig,
  isKept: boolean,
): Readonly<Record<string, string>> | undefined {
  if (headers["origin"] === undefined && isKept) return undefined;
  // Do not reuse a connection that may hold unread bytes.
  return { ...corsHeaders(headers, config), ...(!isKept && { connection: "close" }) };
}
