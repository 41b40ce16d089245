import type {
  FetchLike,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** The login of one user at one server, as it is stored. */
export interface UserLogin {
  readonly clientInformation: StoredOAuthClientInformation;
  readonly tokens: StoredOAuthTokens;
  readonly discovery: OAuthDiscoveryState;
  /** When the tokens came, in milliseconds since 1970. */
  readonly receivedAt: number;
}

/** What has to be kept between sending a user to the authorization server and the user's return. */
export interface LoginFlow {
  readonly codeVerifier: string;
  readonly clientInformation: StoredOAuthClientInformation;
  readonly discovery: OAuthDiscoveryState;
}

const timeoutMilliseconds = 10_000;
const maxBytes = 1_048_576;

/**
 * Requests to authorization servers have a timeout and a maximum size. One that carries credentials follows no redirect.
 */
export function boundedFetch(fetch: FetchLike = globalThis.fetch): FetchLike {
  return async (url, init) => {
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    const signal = init?.signal == null ? timeout : AbortSignal.any([init.signal, timeout]);
    const isReading = (init?.method ?? "GET") === "GET";
    const response = await fetch(url, { ...init, signal, redirect: isReading ? "follow" : "error" });
    const body = response.body === null ? null : Buffer.concat(await readPieces(response.body));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers: withoutEncoding(headers) });
  };
}

async function readPieces(body: ReadableStream<Uint8Array>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error(`the authorization server sent more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return pieces;
}

/** The body is decompressed already. */
function withoutEncoding(headers: Headers): Headers {
  const left = new Headers(headers);
  left.delete("content-encoding");
  left.delete("content-length");
  return left;
}
