import { extractWWWAuthenticateParams, type FetchLike } from "@modelcontextprotocol/client";
import type { RemoteServerEntry } from "../config/server-entry.ts";

/** What a server says about the login it requires. */
export interface Challenge {
  /** Where it describes its authorization server. */
  readonly resourceMetadataUrl?: URL;
  /** The scope that the login must have. */
  readonly scope?: string;
}

/**
 * Sends a request without a login, because a server may say only then where and for what to log in. If it does not say,
 * the usual locations apply.
 */
export async function readChallenge(entry: RemoteServerEntry, fetch: FetchLike): Promise<Challenge> {
  try {
    const response = await fetch(entry.url, {
      method: "POST",
      headers: {
        ...entry.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }),
    });
    await response.body?.cancel();
    if (response.status !== 401) return {};
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    return {
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    };
  } catch {
    return {};
  }
}
