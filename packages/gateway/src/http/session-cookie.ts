import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { headersOf } from "./request-headers.ts";

/** Holds the token of somebody who signed in. Scripts cannot read it, and other sites' pages do not send it. */
export const sessionCookie = "toolcrib-session";

/**
 * The headers of a request with the token of its session, for the pages of the gateway. A request that sends a key is not
 * touched. One that may change something must come from a page of the gateway itself: pages of other ports of the same host send
 * the cookie, too.
 */
export function headersWithSession(context: Context): Readonly<Record<string, string>> {
  const headers = headersOf(context.req.raw);
  const token = getCookie(context, sessionCookie);
  const hasKey = ["toolcrib-key", "x-api-key", "authorization"].some((name) => headers[name] !== undefined);
  if (token === undefined || hasKey) return headers;
  const isReading = context.req.method === "GET" || context.req.method === "HEAD";
  return isReading || isSameOrigin(headers) ? { ...headers, authorization: `Bearer ${token}` } : headers;
}

/** Whether a page of this gateway sent a request: other sites, and pages of other ports of the same host, did not. */
export function isSameOrigin({ origin = "", host = "" }: Readonly<Record<string, string>>): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
