import type { Api } from "./apis.ts";

/** Under which of the upstream's paths a request ends. */
export type UpstreamPath = "" | "/search" | "/slow";

/** What a call is addressed to. */
export interface Target {
  readonly path: UpstreamPath;
  readonly api: Api;
  readonly upstreamApi: Api;
}

/** Somewhere to send requests. */
export interface System {
  readonly name: string;
  readonly url: URL;
  /** Systems that route by model have one address for all of the upstream's paths. */
  readonly headersFor: (target: Target) => Readonly<Record<string, string>>;
  readonly urlFor: (target: Target) => URL;
  /** Whether it can take this request to this upstream. */
  readonly takes: (target: Omit<Target, "path">) => boolean;
  readonly processId: number;
}
