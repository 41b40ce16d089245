import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  hostHeaderValidation,
  type NodeIncomingMessageLike,
  originValidation,
  toNodeHandler,
  toWebRequest,
} from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler, isInitializeRequest, isLegacyRequest } from "@modelcontextprotocol/server";
import { HttpSessionTransport } from "../wire/http-session-transport.ts";
import { readJsonBody } from "../wire/read-json-body.ts";
import { refuse } from "../wire/refuse.ts";
import type { Front } from "./create-front.ts";
import type { FrontCaller } from "./front-caller.ts";

/** How the front is served over HTTP. */
export interface FrontHttpOptions {
  /** Names under which the front may be addressed, without port: protects from DNS rebinding. Default: this machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Names of origins whose pages may use the front. Default: this machine's own. */
  readonly allowedOrigins?: readonly string[];
  /** How many sessions are kept; the one that was idle longest goes first. Default: 1,000. */
  readonly mostSessions?: number;
  /** A session that nobody used for so long is ended. Default: one hour. */
  readonly sessionIdleMilliseconds?: number;
  readonly now?: () => number;
  readonly newSessionId?: () => string;
}

/**
 * Answers requests to the front's endpoint. Whoever serves it says who calls, where it knows; a session serves one caller. A body that
 * was read already may be given parsed.
 */
export interface FrontHttpHandler {
  (request: IncomingMessage, response: ServerResponse, caller?: FrontCaller, parsedBody?: unknown): Promise<void>;
  /** How many sessions are open. */
  readonly sessions: () => number;
  close(): Promise<void>;
}

interface HttpSession {
  readonly transport: HttpSessionTransport;
  readonly callerId: string | undefined;
  usedAt: number;
}

const thisMachine: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Serves the front over Streamable HTTP: sessions for clients of the 2025 protocol, single requests for those of 2026. */
export function createFrontHttpHandler(front: Front, options: FrontHttpOptions = {}): FrontHttpHandler {
  const now = options.now ?? Date.now;
  const mostSessions = options.mostSessions ?? 1_000;
  const idleMilliseconds = options.sessionIdleMilliseconds ?? 3_600_000;
  const sessions = new Map<string, HttpSession>();
  const isHostAllowed = hostHeaderValidation([...(options.allowedHosts ?? thisMachine)]);
  const isOriginAllowed = originValidation([...(options.allowedOrigins ?? thisMachine)]);
  const stateless = createMcpHandler(({ authInfo }) => front.createServer(callerIn(authInfo)), { legacy: "reject" });
  const answerStateless = toNodeHandler(stateless);
  const stopListening = front.onListChanged((kind) => {
    if (kind === "tools") stateless.notify.toolsChanged();
    else if (kind === "prompts") stateless.notify.promptsChanged();
    else stateless.notify.resourcesChanged();
  });

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    caller?: FrontCaller,
    parsedBody?: unknown,
  ): Promise<void> {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    const session = known?.callerId === caller?.id ? known : undefined;
    if (id !== undefined && session === undefined) {
      refuse(response, 404, "Session not found: it ended, or was never opened here. Initialize again.", -32001);
      return;
    }
    if (session === undefined && request.method !== "POST") {
      refuse(response, 400, "Expected the header Mcp-Session-Id, as the answer to initialize gave it.");
      return;
    }
    const body = request.method === "POST" ? (parsedBody ?? (await readJsonBody(request, response))) : undefined;
    if (request.method === "POST" && body === undefined) return;
    if (session !== undefined) {
      session.usedAt = now();
      session.transport.handle(request, response, body);
    } else if (isInitializeRequest(body)) {
      (await openSession(caller)).handle(request, response, body);
    } else if (await isLegacyRequest(await toWebRequest(asLike(request), body), body)) {
      refuse(response, 400, "Expected the header Mcp-Session-Id, or an initialize request.");
    } else await answerStateless(withCaller(request, caller), response, body);
  }

  async function openSession(caller: FrontCaller | undefined): Promise<HttpSessionTransport> {
    await dropOldSessions();
    const id = (options.newSessionId ?? randomUUID)();
    const transport = new HttpSessionTransport(id, () => sessions.delete(id));
    await front.createServer(caller).connect(transport);
    sessions.set(id, { transport, callerId: caller?.id, usedAt: now() });
    return transport;
  }

  async function dropOldSessions(): Promise<void> {
    const byUse = [...sessions].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    const surplus = sessions.size - mostSessions + 1;
    for (const [position, [id, { transport, usedAt }]] of byUse.entries()) {
      if (position >= surplus && now() - usedAt <= idleMilliseconds) continue;
      sessions.delete(id);
      await transport.close();
    }
  }

  return Object.assign(handle, {
    sessions: () => sessions.size,
    async close() {
      stopListening();
      await stateless.close();
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      sessions.clear();
    },
  });
}

/** The SDK hands what it takes for the caller's authorization on to whoever makes the server for a single request. */
function withCaller(request: IncomingMessage, caller: FrontCaller | undefined): NodeIncomingMessageLike {
  if (caller === undefined) return asLike(request);
  const auth: AuthInfo = { token: "", clientId: caller.id, scopes: [], extra: { caller } };
  return asLike(Object.assign(request, { auth }));
}

function callerIn(authInfo: AuthInfo | undefined): FrontCaller | undefined {
  return authInfo?.extra?.["caller"] as FrontCaller | undefined;
}

// The SDK's type of a request and Node's own differ in a field that may be missing.
function asLike(request: IncomingMessage): NodeIncomingMessageLike {
  return request as NodeIncomingMessageLike;
}
