import type { ClientRequest } from "../contracts/client-request.ts";
import { sha256 } from "./sha256.ts";

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

/** The session and user ids that a client sends; empty if it sends none. */
export function clientIds(headers: Readonly<Record<string, string>>, body: ClientRequest["body"]): readonly string[] {
  const ids = idHeaders.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]));
  const { user_id: userId } = (body["metadata"] ?? {}) as { readonly user_id?: unknown };
  return typeof userId === "string" ? [...ids, `user_id: ${userId}`] : ids;
}

/** A hash of the caller: the gateway's key, the upstream credentials, and the client's ids. */
export function clientScope({ caller, credentials, raw, body }: ClientRequest): string {
  const { apiKey, authorization } = credentials;
  return sha256(JSON.stringify([caller ?? null, apiKey ?? null, authorization ?? null, clientIds(raw.headers, body)]));
}

/** A hash of the caller and its session; undefined if the client sends no session id, or only a user id. */
export function sessionOf(request: ClientRequest): string | undefined {
  const ids = clientIds(request.raw.headers, request.body);
  const namesSession = ids.some((id) => !id.startsWith("x-user-id: ") && !/^user_id: (?!.*session)/s.test(id));
  return namesSession ? clientScope(request) : undefined;
}
