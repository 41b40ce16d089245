import { errorMessage } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { readBoundedJson } from "../fetched/read-bounded-json.ts";
import { pauseAfterFailure } from "./pause-after-failure.ts";
import { isSafeUrl } from "./safe-url.ts";
import { unavailable } from "./unavailable.ts";

/** What an issuer says about itself. */
export interface IssuerMetadata {
  readonly jwks_uri: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

const timeoutMilliseconds = 5_000;
const maxBytes = 1_048_576;

/** Reads the issuer's own description, once. */
export class Issuer {
  readonly #url: string;
  readonly #read: () => Promise<IssuerMetadata>;
  #metadata: IssuerMetadata | undefined;

  /** The clock is monotonic, in milliseconds. */
  constructor(url: string, clock: () => number) {
    this.#url = url;
    this.#read = pauseAfterFailure(() => this.#fetch(), clock);
  }

  /** Rejects with `identity_unavailable`. */
  async metadata(): Promise<IssuerMetadata> {
    this.#metadata ??= await this.#read();
    return this.#metadata;
  }

  async #fetch(): Promise<IssuerMetadata> {
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
