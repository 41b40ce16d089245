import { createHash } from "node:crypto";
import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { UserServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import type { ServerUser, UserTokens } from "./user-tokens.ts";

/** Says with which token a request was rejected: several may be on their way, with older and newer tokens. */
const rejectedHeader = "x-toolcrib-rejected";
const maxRecent = 8;

/** Tokens of one user for one server. It belongs to a connection of that user, and to no other. */
export function authOfUser(user: ServerUser, entry: UserServerEntry, tokens: UserTokens): AuthProvider {
  /** The tokens sent last, by their marks. */
  const recent = new Map<string, string>();
  let last = "";
  return {
    token: async () => {
      last = await tokens.token(user, entry);
      recent.set(markOf(last), last);
      for (const mark of [...recent.keys()].slice(0, -maxRecent)) recent.delete(mark);
      return last;
    },
    onUnauthorized: async ({ response }) => {
      const rejected = recent.get(response.headers.get(rejectedHeader) ?? "") ?? last;
      await tokens.renew(user, entry, rejected);
    },
  };
}

/** For callers who are not users. */
export function authOfNobody({ name }: UserServerEntry): AuthProvider {
  return {
    token: async () => {
      throw new McpError("user_required", { server: name });
    },
  };
}

/** Marks responses that reject a token with a hash of that token. */
export function markingRejections(fetch: FetchLike = globalThis.fetch): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.status !== 401) return response;
    const headers = new Headers(response.headers);
    const [, token = ""] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get("authorization") ?? "") ?? [];
    headers.set(rejectedHeader, markOf(token));
    return new Response(response.body, { status: 401, statusText: response.statusText, headers });
  };
}

function markOf(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 16);
}
