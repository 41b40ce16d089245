import type { StartTimer } from "@toolcrib/shared/timers";
import type { ReportProblem } from "./report-problem.ts";
import type { Upstream } from "./upstream.ts";

/** A model endpoint, as the config describes it. */
export interface UpstreamEndpoint {
  /** Where it is, such as `https://api.anthropic.com`. Only `ai-sdk` can do without. */
  readonly url?: string | undefined;
  /** Its key. Better in the environment: see `apiKeyEnv`. Without either, the client's own is passed on. */
  readonly apiKey?: string | undefined;
  /** The header for the key, on `anthropic`. Default: `x-api-key`. */
  readonly apiKeyHeader?: "x-api-key" | "authorization" | undefined;
  /** Added to every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Names of the client's headers that are passed on besides the usual ones, such as `x-title` or `helicone-*`. */
  readonly forwardHeaders?: readonly string[] | undefined;
  /** Fields that are left out of every request to it, such as `output_config` or `tools.*.eager_input_streaming`. */
  readonly dropFields?: readonly string[] | undefined;
  /** The AI SDK provider's package, such as `@ai-sdk/google`; it must be installed. */
  readonly package?: string | undefined;
  /** Settings for that provider. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** How long it may take until an answer begins. Default: 600. */
  readonly firstByteSeconds?: number | undefined;
  /** How long it may say nothing in the middle of an answer. Default: 300. */
  readonly idleSeconds?: number | undefined;
}

/** The config of a model endpoint, with its key read and its URL checked. */
export interface UpstreamOptions extends UpstreamEndpoint {
  readonly name: string;
  readonly startTimer?: StartTimer | undefined;
  /** Called once with each header of a client that is not passed on. */
  readonly reportProblem?: ReportProblem | undefined;
}

/** A setting that only some dialects have. */
export type OwnSetting = "apiKeyHeader" | "package" | "settings";

/** A wire format that the gateway speaks to model endpoints. The config chooses it by its name. */
export interface UpstreamDialect {
  readonly specificationVersion: "v1";
  readonly name: string;
  /** Whether an endpoint must have a URL. */
  readonly needsUrl: boolean;
  /** Whether the URL may hold a name and a password, which are sent as a header. Default: true. */
  readonly takesLogin?: boolean | undefined;
  /** The settings that only this dialect reads; they have no effect on others. */
  readonly ownSettings: readonly OwnSetting[];
  createUpstream(options: UpstreamOptions): Upstream | Promise<Upstream>;
}
