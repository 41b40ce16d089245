import { extractWWWAuthenticateParams, type FetchLike } from "@modelcontextprotocol/client";
import type { RemoteServerEntry } from "../config/server-entry.ts";

/** What a server says of the login that it wants. */
export interface Challenge {
  /** Where it describes its authorization server. */
  readonly resourceMetadataUrl?: URL;
  /** What the login has to allow. */
  readonly scope?: string;
}

/** Asks a server without a login, as it may say only then where and for what to log in. One that says nothing leaves it to the usual places. */
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
