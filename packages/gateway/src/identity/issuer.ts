import { errorMessage } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { GatewayError } from "../errors/gateway-error.ts";
import { readBoundedJson } from "../fetched/read-bounded-json.ts";
import { isSafeUrl } from "./safe-url.ts";

/** What an issuer says about itself. */
export interface IssuerMetadata {
  readonly jwks_uri: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

const timeoutMilliseconds = 5_000;
/** An issuer that does not answer is asked again after this time, whatever number of tokens comes in between. */
const pauseMilliseconds = 1_000;
const maxBytes = 1_048_576;

/** Reads the issuer's own description, once. */
export class Issuer {
  readonly #url: string;
  readonly #now: () => number;
  #metadata: Promise<IssuerMetadata> | undefined;
  #failedAt = -Infinity;

  constructor(url: string, now: () => number) {
    this.#url = url;
    this.#now = now;
  }

  /** Rejects with `identity_unavailable`. */
  metadata(): Promise<IssuerMetadata> {
    if (this.#now() - this.#failedAt >= pauseMilliseconds) this.#metadata ??= this.#read();
    return this.#metadata ?? Promise.reject(unavailable("it did not answer a moment ago"));
  }

  async #read(): Promise<IssuerMetadata> {
    try {
      const described = await fetchJson(`${this.#url.replace(/\/$/, "")}/.well-known/openid-configuration`);
      if (described["issuer"] !== this.#url) throw new Error("it describes another issuer");
      for (const field of ["jwks_uri", "authorization_endpoint", "token_endpoint"]) {
        const url = described[field];
        if (typeof url !== "string" || !URL.canParse(url) || !isSafeUrl(new URL(url))) {
          throw new Error(`its ${field} is no https URL`);
        }
      }
      return described as unknown as IssuerMetadata;
    } catch (error) {
      this.#failedAt = this.#now();
      this.#metadata = undefined;
      throw unavailable(errorMessage(error), error);
    }
  }
}

/** Asks the issuer something. Redirects are not followed. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await fetch(url, { ...init, signal, redirect: "error" });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const value = await readBoundedJson(response, maxBytes);
  if (!isRecord(value)) throw new Error("no JSON object");
  return value;
}

/** Fetches JSON for a library, which would read a body of any size. */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  return response.ok ? Response.json(await readBoundedJson(response, maxBytes)) : response;
}

export function unavailable(reason: string, cause?: unknown): GatewayError {
  return new GatewayError("identity_unavailable", { reason }, { cause });
}
