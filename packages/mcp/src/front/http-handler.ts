import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/node";
import { classifyInboundRequest, isInitializeRequest } from "@modelcontextprotocol/server";
import { HttpSessionTransport } from "../wire/http-session-transport.ts";
import { maxBatchMessages } from "../wire/message-limit.ts";
import { portableSessionId, readSessionStart } from "../wire/portable-session-id.ts";
import { readJsonBody } from "../wire/read-json-body.ts";
import { refuse } from "../wire/refuse.ts";
import type { Front } from "./create-front.ts";
import type { FrontCaller } from "./front-caller.ts";
import { isProgramCall } from "./front-programs.ts";
import { createModernHandler, isModern, modernHeaders } from "./modern-handler.ts";

/** Options for serving the front over HTTP. */
export interface FrontHttpOptions {
  /** Accepted `Host` names, without port, against DNS rebinding. Default: loopback names. */
  readonly allowedHosts?: readonly string[];
  /** Host names of accepted origins. Default: loopback names. */
  readonly allowedOrigins?: readonly string[];
  /** Whether the program that embeds the front has already checked hosts and origins. Default: false. */
  readonly isGuarded?: boolean;
  /** The maximum number of sessions; the longest unused one of the caller with the most sessions is closed first. Default: 1,000. */
  readonly maxSessions?: number;
  /** How many clients since 2026 may listen for changes at once; a further one gets an error. Default: 1,000. */
  readonly maxSubscriptions?: number;
  /** A session that is idle for this long is closed. Default: one hour. */
  readonly sessionIdleMilliseconds?: number;
  /**
   * Whether any process with the same servers continues a session, also after a restart. The id of a session then tells how it began;
   * what a session has found or subscribed to is not part of it. Default: false.
   */
  readonly portableSessions?: boolean;
  readonly now?: () => number;
  readonly newSessionId?: () => string;
}

/**
 * Handles requests to the front's endpoint. The server passes the caller, if known; a session serves one caller. A body
 * that was already read can be passed parsed.
 */
export interface FrontHttpHandler {
  (request: IncomingMessage, response: ServerResponse, caller?: FrontCaller, parsedBody?: unknown): Promise<void>;
  /** The number of open sessions. */
  readonly sessions: () => number;
  close(): Promise<void>;
}

interface HttpSession {
  readonly transport: HttpSessionTransport;
  readonly callerId: string | undefined;
  /** The caller as the latest request describes it: the same one may see less than when it opened the session. */
  caller: FrontCaller | undefined;
  usedAt: number;
}

/** The caller of a session, which asks the latest description of itself. */
function callerOf(session: Pick<HttpSession, "caller">): FrontCaller | undefined {
  const latest = (): FrontCaller => session.caller as FrontCaller;
  if (session.caller === undefined) return undefined;
  return {
    id: session.caller.id,
    policy: () => latest().policy(),
    learning: () => latest().learning?.(),
    servers: () => latest().servers?.(),
    callControl: () => latest().callControl?.(),
  };
}

/** The longest unused session of the caller with the most sessions, so that one caller cannot end the sessions of others. */
function surplusSession(sessions: ReadonlyMap<string, HttpSession>): readonly [string, HttpSession] {
  const counts = new Map<string | undefined, number>();
  for (const { callerId } of sessions.values()) counts.set(callerId, (counts.get(callerId) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const candidates = [...sessions].filter(([, { callerId }]) => counts.get(callerId) === most);
  return candidates.reduce((oldest, session) => (session[1].usedAt < oldest[1].usedAt ? session : oldest));
}

/** A client that ended its session gets an error if it uses it again, as long as the process remembers. */
const maxEnded = 1_000;
const thisMachine: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Serves the front over Streamable HTTP: sessions for legacy clients, single requests for modern ones. */
export function createFrontHttpHandler(front: Front, options: FrontHttpOptions = {}): FrontHttpHandler {
  const now = options.now ?? (() => performance.now());
  const maxSessions = options.maxSessions ?? 1_000;
  const idleMilliseconds = options.sessionIdleMilliseconds ?? 3_600_000;
  const isPortable = options.portableSessions === true;
  const sessions = new Map<string, HttpSession>();
  /** Requests of a session that come at once wait for one. */
  const resuming = new Map<string, Promise<HttpSession>>();
  const ended = new Set<string>();
  const isHostAllowed = hostHeaderValidation([...(options.allowedHosts ?? thisMachine)]);
  const isOriginAllowed = originValidation([...(options.allowedOrigins ?? thisMachine)]);
  const modern = createModernHandler(front, options.maxSubscriptions ?? 1_000);

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    caller?: FrontCaller,
    parsedBody?: unknown,
  ): Promise<void> {
    const isAllowed =
      options.isGuarded === true || (isHostAllowed(request, response) && isOriginAllowed(request, response));
    if (!isAllowed) return;
    const isPost = request.method === "POST";
    const body = isPost ? (parsedBody ?? (await readJsonBody(request, response))) : undefined;
    if (isPost && body === undefined) return;
    if (Array.isArray(body) && body.length > maxBatchMessages) {
      refuse(response, 400, `Expected at most ${maxBatchMessages} messages in a batch`, -32600);
      return;
    }
    // There are no sessions in the modern era; a session id is ignored.
    if (isModern(request, body)) await modern.answer(request, response, { body, caller });
    else await answerLegacy(request, response, { body, caller });
  }

  async function answerLegacy(
    request: IncomingMessage,
    response: ServerResponse,
    { body, caller }: { readonly body: unknown; readonly caller: FrontCaller | undefined },
  ): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? await findSession(id, caller) : undefined;
    const session = known?.callerId === caller?.id ? known : undefined;
    if (session !== undefined) {
      session.usedAt = now();
      session.caller = caller;
      if (request.method === "DELETE") noteEnd(session.transport.sessionId);
      session.transport.handle(request, response, body);
    } else if (id !== undefined) {
      refuse(response, 404, "Session not found: it ended, or was never opened here. Initialize again.", -32001);
    } else if (request.method !== "POST") {
      refuse(response, 400, "Expected the header Mcp-Session-Id, as the answer to initialize gave it.");
    } else if (isInitializeRequest(body)) {
      const unique = (options.newSessionId ?? randomUUID)();
      const { transport } = await openSession(isPortable ? portableSessionId(unique, body) : unique, caller);
      transport.handle(request, response, body);
    } else if (classifyInboundRequest({ httpMethod: "POST", ...modernHeaders(request), body }).kind === "legacy") {
      refuse(response, 400, "Expected the header Mcp-Session-Id, or an initialize request.");
    } else await modern.answer(request, response, { body, caller });
  }

  /** A session of this process, or one that began in another process or an earlier one. */
  async function findSession(id: string, caller: FrontCaller | undefined): Promise<HttpSession | undefined> {
    const known = resuming.get(id) ?? sessions.get(id);
    if (known !== undefined) return known;
    const start = isPortable && !ended.has(id) ? readSessionStart(id) : undefined;
    if (start === undefined) return undefined;
    const resumed = resume(id, start, caller).finally(() => resuming.delete(id));
    resuming.set(id, resumed);
    return resumed;
  }

  async function resume(id: string, start: object, caller: FrontCaller | undefined): Promise<HttpSession> {
    const session = await openSession(id, caller);
    await session.transport.resume(start);
    return session;
  }

  function noteEnd(id: string): void {
    ended.add(id);
    for (const oldest of ended) {
      if (ended.size <= maxEnded) return;
      ended.delete(oldest);
    }
  }

  async function openSession(id: string, caller: FrontCaller | undefined): Promise<HttpSession> {
    await dropOldSessions();
    const onEnd = () => sessions.delete(id);
    const transport = new HttpSessionTransport(id, { onEnd, endsWithConnection: isProgramCall });
    const session: HttpSession = { transport, callerId: caller?.id, caller, usedAt: now() };
    await front.createServer(callerOf(session)).connect(transport);
    sessions.set(id, session);
    return session;
  }

  async function dropOldSessions(): Promise<void> {
    const isIdle = ({ usedAt }: HttpSession): boolean => now() - usedAt > idleMilliseconds;
    const dropped: (readonly [string, HttpSession])[] = [...sessions].filter(([, session]) => isIdle(session));
    for (const [id] of dropped) sessions.delete(id);
    while (sessions.size > 0 && sessions.size >= maxSessions) {
      const surplus = surplusSession(sessions);
      sessions.delete(surplus[0]);
      dropped.push(surplus);
    }
    for (const [, { transport }] of dropped) await transport.close();
  }

  return Object.assign(handle, {
    sessions: () => sessions.size,
    async close() {
      await modern.close();
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      sessions.clear();
    },
  });
}
