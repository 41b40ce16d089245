import type { ClientRequest } from "../contracts/client-request.ts";
import { sha256 } from "../hash/sha256.ts";

/** Headers in which clients send a user, session, thread or agent id. Each is constant during a conversation. */
const idHeaders = [
  "conversation-id",
  "session-id",
  "session_id",
  "thread-id",
  "x-claude-code-agent-id",
  "x-claude-code-session-id",
  "x-conversation-id",
  "x-opencode-session-id",
  "x-session-affinity",
  "x-session-id",
  "x-thread-id",
  "x-user-id",
];

/** A request as far as it tells who sent it. */
export interface RequestWithIds extends Pick<ClientRequest, "body" | "session"> {
  readonly raw: Pick<ClientRequest["raw"], "headers">;
}

/** The session and user ids that a client sends; empty if it sends none. */
export function clientIds({ raw, body, session }: RequestWithIds): readonly string[] {
  const { headers } = raw;
  const ids = idHeaders.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]));
  if (session !== undefined) ids.push(`session: ${session}`);
  const { user_id: userId } = (body["metadata"] ?? {}) as { readonly user_id?: unknown };
  return typeof userId === "string" ? [...ids, `user_id: ${userId}`] : ids;
}

/** A hash of the caller: the gateway's key, the upstream credentials, and the client's ids. Keys of two organisations may have one name. */
export function clientScope(request: ClientRequest): string {
  const { caller, callerScope, credentials } = request;
  const { apiKey, authorization } = credentials;
  return sha256(
    JSON.stringify([callerScope ?? caller ?? null, apiKey ?? null, authorization ?? null, clientIds(request)]),
  );
}

/** A hash of the caller and its session; undefined if the client sends no session id, or only a user id. */
export function sessionOf(request: ClientRequest): string | undefined {
  return nameSession(clientIds(request)) ? clientScope(request) : undefined;
}

/** Whether one of a client's ids is that of a session, not of a user. */
export function nameSession(ids: readonly string[]): boolean {
  return ids.some((id) => !id.startsWith("x-user-id: ") && !/^user_id: (?!.*session)/s.test(id));
}
