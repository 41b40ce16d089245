import type { StartTimer } from "@toolcrib/shared/timers";
import type { Upstream } from "./upstream.ts";

/** The config of a model endpoint, with its key read and its URL checked. */
export interface UpstreamOptions {
  readonly name: string;
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly apiKeyHeader?: "x-api-key" | "authorization" | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly dropFields?: readonly string[] | undefined;
  readonly package?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly firstByteSeconds?: number | undefined;
  readonly idleSeconds?: number | undefined;
  readonly startTimer?: StartTimer | undefined;
}

/** A wire format that the gateway speaks to model endpoints. The config chooses it by its name. */
export interface UpstreamDialect {
  readonly specificationVersion: "v1";
  readonly name: string;
  /** Whether an endpoint must have a URL. */
  readonly needsUrl: boolean;
  /** The settings that only this dialect reads; they have no effect on others. */
  readonly ownSettings: readonly ("apiKeyHeader" | "package" | "settings")[];
  createUpstream(options: UpstreamOptions): Upstream | Promise<Upstream>;
}
