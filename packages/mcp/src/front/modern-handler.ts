import type { IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { findParamHeaderMismatch } from "../wire/param-header-values.ts";
import { readParamHeaders } from "../wire/param-headers.ts";
import { modernErrors, modernVersion } from "../wire/protocol-era.ts";
import { refuse } from "../wire/refuse.ts";
import type { Front, FrontClient } from "./create-front.ts";
import type { FrontCaller } from "./front-caller.ts";
import { clientNameIn, isListen, isResourceListen, watchListened } from "./listened-resources.ts";

/** What is known about a request besides its head. */
interface ModernParts {
  readonly body: unknown;
  readonly caller: FrontCaller | undefined;
}

/** Handles modern requests: each is independent, so that any process in front of the same servers can answer it. */
export interface ModernHandler {
  answer(request: IncomingMessage, response: ServerResponse, parts: ModernParts): Promise<void>;
  close(): Promise<void>;
}

/**
 * The SDK's handler, plus what it lacks: which resources are listened to, and which arguments are mirrored in headers.
 */
export function createModernHandler(front: Front, maxListening: number): ModernHandler {
  const createHandler = (maxSubscriptions: number) =>
    createMcpHandler(({ authInfo }) => front.createServer(callerIn(authInfo), "modern"), {
      legacy: "reject",
      maxSubscriptions,
    });
  const handler = createHandler(0);
  const answerRequest = toNodeHandler(handler);
  const listening = new Set<() => Promise<void>>();

  /** Each stream has its own handler: the SDK broadcasts a notification to every stream of a handler, and clients do not see the same tools. */
  async function listen(
    request: IncomingMessage,
    response: ServerResponse,
    { body, client }: { readonly body: unknown; readonly client: FrontClient },
  ): Promise<void> {
    const own = createHandler(listening.size < maxListening ? 1 : 0);
    const { notify } = own;
    const stop = front.onListChanged(client, (kind) => {
      if (kind === "tools") notify.toolsChanged();
      else if (kind === "prompts") notify.promptsChanged();
      else notify.resourcesChanged();
    });
    const watched = isResourceListen(body)
      ? await watchListened(front, client, body, (uri) => notify.resourceUpdated(uri))
      : undefined;
    const end = async (): Promise<void> => {
      listening.delete(end);
      stop();
      watched?.end();
      await own.close();
    };
    listening.add(end);
    if (response.closed) await end();
    else response.once("close", () => void end());
    await toNodeHandler(own)(withCaller(request, client.caller), response, watched?.request ?? body);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, parts: ModernParts): Promise<void> {
    const { body } = parts;
    const client = { name: clientNameIn(body), caller: parts.caller };
    const mismatch = findMismatch(front, client, request, body);
    if (mismatch !== undefined) {
      const id = (body as { readonly id?: unknown }).id;
      refuse(response, 400, `Header mismatch: ${mismatch}`, modernErrors.headerMismatch, id);
    } else if (isListen(body)) await listen(request, response, { body, client });
    else await answerRequest(withCaller(request, parts.caller), response, body);
  }

  return {
    answer,
    async close() {
      await Promise.all([handler.close(), ...[...listening].map((end) => end())]);
    },
  };
}

/**
 * Whether a request is of the modern era, according to its header or its body. Errors in it are then answered there.
 */
export function isModern(request: IncomingMessage, body: unknown): boolean {
  const version = request.headers["mcp-protocol-version"];
  if (typeof version === "string" && isVersion.test(version.trim()) && version.trim() >= modernVersion) return true;
  return (Array.isArray(body) ? body : [body]).some((message) => claimedVersion(message) !== undefined);
}

/** The headers that repeat values of the body. */
export function modernHeaders({ headers }: IncomingMessage): Record<string, string> {
  const known = {
    protocolVersionHeader: "mcp-protocol-version",
    mcpMethodHeader: "mcp-method",
    mcpNameHeader: "mcp-name",
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([field, name]) => {
      const value = headers[name];
      return typeof value === "string" ? [[field, value]] : [];
    }),
  );
}

const isVersion = /^\d{4}-\d{2}-\d{2}$/;

function claimedVersion(message: unknown): unknown {
  return metaOf(message)?.[PROTOCOL_VERSION_META_KEY];
}

function metaOf(message: unknown): Readonly<Record<string, unknown>> | undefined {
  const { params } = (message ?? {}) as { readonly params?: { readonly _meta?: unknown } | null };
  const meta = params?._meta;
  return typeof meta === "object" && meta !== null ? (meta as Readonly<Record<string, unknown>>) : undefined;
}

/** Why the headers that mirror a tool's arguments do not match them. */
function findMismatch(
  front: Front,
  client: FrontClient,
  { headers }: IncomingMessage,
  body: unknown,
): string | undefined {
  const { method, params } = (body ?? {}) as { readonly method?: unknown; readonly params?: Record<string, unknown> };
  if (method !== "tools/call" || typeof params?.["name"] !== "string") return undefined;
  const declared = readParamHeaders(front.toolDefinition(client, params["name"])?.inputSchema);
  if (!declared.isValid || declared.headers.length === 0) return undefined;
  return findParamHeaderMismatch(declared.headers, params["arguments"], (name) => {
    const value = headers[name];
    return typeof value === "string" ? value.trim() : undefined;
  });
}

/**
 * The SDK passes what it considers the caller's authorization to the code that creates the server for a single request.
 */
function withCaller(request: IncomingMessage, caller: FrontCaller | undefined): NodeIncomingMessageLike {
  if (caller === undefined) return asLike(request);
  const auth: AuthInfo = { token: "", clientId: caller.id, scopes: [], extra: { caller } };
  return asLike(Object.assign(request, { auth }));
}

function callerIn(authInfo: AuthInfo | undefined): FrontCaller | undefined {
  return authInfo?.extra?.["caller"] as FrontCaller | undefined;
}

// The SDK's request type and Node's differ in an optional field.
function asLike(request: IncomingMessage): NodeIncomingMessageLike {
  return request as NodeIncomingMessageLike;
}
