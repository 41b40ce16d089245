import type { Settings } from "@toolcrib/core";
import type { LoaderName } from "@toolcrib/core/loaders";
import type { PolicyRule } from "@toolcrib/core/policy";
import type { EmbedderName, RankerName } from "@toolcrib/search";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import type { OidcConfig } from "../contracts/oidc-config.ts";
import type { QuotaConfig } from "../contracts/quota.ts";
import type { Route } from "../contracts/route.ts";
import type { PriceTable } from "../contracts/savings.ts";
import type { UpstreamEndpoint } from "../contracts/upstream-dialect.ts";

/** A model endpoint in the config. */
export interface UpstreamConfig extends UpstreamEndpoint {
  /** `anthropic`: the Messages API. `openai-chat`: Chat Completions. `ai-sdk`: the API of the provider in `package`. */
  readonly dialect: string;
  /** The environment variable that holds the key. */
  readonly apiKeyEnv?: string | undefined;
}

/** The engine's settings in a config: a ranker is given by its name. */
export interface GatewaySettings extends Omit<Settings, "ranker"> {
  /** A built-in ranker, or one passed to `createGateway`. Default: `hybrid`. */
  readonly ranker?: RankerName | (string & {});
}

/** How tools are handled. In the config for all routes, in a route for that route. */
export interface ToolHandling {
  /** How found tools become callable: a built-in loader, or one passed to `createGateway`. Default: `auto`. */
  readonly loader?: LoaderName | "auto" | (string & {}) | undefined;
  /** Whether the gateway defers tools for a client that defers none. Default: `off`. */
  readonly inject?: Route["inject"] | undefined;
  /** What handles the API's own search types. Default: `as-named`. */
  readonly serverSearch?: Route["serverSearch"] | undefined;
  /** What runs programs that call tools. Default: `auto`. */
  readonly programs?: Route["programs"] | undefined;
  /** Whether the model may write programs in conversations of clients that do not know about them. Default: false. */
  readonly injectPrograms?: boolean | undefined;
  /** The engine's settings: mode, threshold, pins and so on. */
  readonly settings?: GatewaySettings | undefined;
}

/** Where requests for some models go. The first route with a matching pattern applies. */
export interface RouteConfig extends ToolHandling {
  /** Pattern for the model name; `*` and `?` are wildcards. */
  readonly model: string;
  /** The upstream's name. Default: the first one. */
  readonly upstream?: string | undefined;
  /** The model name to send to the upstream. Default: the client's. */
  readonly upstreamModel?: string | undefined;
}

/** A key for this gateway. Only its hash is stored. */
export interface KeyConfig {
  /** Its owner; shown in the trace. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly sha256: string;
  /** Policy rules for the tools of requests with this key; they come before those of the route. */
  readonly policy?: readonly PolicyRule[] | undefined;
  /** Whether it may use the admin API and the metrics. Default: false. */
  readonly admin?: boolean | undefined;
}

export interface LimitsConfig {
  /** Maximum bytes of one body, also after decompression. Default: 33,554,432 (32 MB). */
  readonly bodyBytes?: number | undefined;
  /** Maximum bytes of the bodies of all running requests. Default: 536,870,912 (512 MB). */
  readonly bodyBytesInFlight?: number | undefined;
  /** Maximum tools in one request, deferred or not. Default: 20,000. */
  readonly tools?: number | undefined;
  /** Maximum deferred tools in one request. Default: 10,000, as in the API. */
  readonly deferredTools?: number | undefined;
  /** Time limit for one request. Default: 1,800. */
  readonly requestSeconds?: number | undefined;
  /** Maximum concurrent requests. Default: 4,096. */
  readonly concurrentRequests?: number | undefined;
  /** … with one key. Default: 2,048. */
  readonly concurrentRequestsPerKey?: number | undefined;
  /** … of one connection. Default: 16. */
  readonly requestsPerConnection?: number | undefined;
  /** Maximum open connections. Idle ones are closed to make room for new ones. Default: 8,192. */
  readonly connections?: number | undefined;
  /**
   * Memory use above which requests are admitted one at a time. Default: what heap and machine allow, minus a reserve.
   */
  readonly memoryBytes?: number | undefined;
  /** Time limit for the headers of a request. Default: 20. */
  readonly headerSeconds?: number | undefined;
  /** How long an upload may pause. Default: 30. */
  readonly bodyIdleSeconds?: number | undefined;
  /** Time limit for an upload. Default: 300. */
  readonly bodySeconds?: number | undefined;
  /** How long a stream may be silent before a ping is sent. Default: 15. */
  readonly pingSeconds?: number | undefined;
}

export interface RetriesConfig {
  /** Retries after the first attempt. Default: 2. */
  readonly attempts?: number | undefined;
  /** Default: 0.5. */
  readonly firstDelaySeconds?: number | undefined;
  /** Default: 8. */
  readonly maxDelaySeconds?: number | undefined;
  /** If an upstream asks for a longer wait, the retry is left to the client. Default: 60. */
  readonly maxRetryAfterSeconds?: number | undefined;
}

export interface TraceConfig {
  /** JSON lines: to standard output, to a file, or off. Default: `off`. */
  readonly log?: "off" | "stdout" | { readonly file: string } | undefined;
  /**
   * How many bytes of records may be queued for writing; records beyond that are dropped and counted. Default:
   * 67,108,864 (64 MB).
   */
  readonly logQueueBytes?: number | undefined;
  /** How many records are kept in memory for the admin API. Default: 500. */
  readonly memory?: number | undefined;
  /**
   * Maximum bytes that these records take in memory; the oldest are dropped first. Default: 268,435,456 (256 MB).
   */
  readonly memoryBytes?: number | undefined;
  /** Whether spans are created through the OpenTelemetry API. Default: false. */
  readonly openTelemetry?: boolean | undefined;
  /** Whether message text and payloads are kept in records. Default: false. */
  readonly captureContent?: boolean | undefined;
}

/** Where skills are loaded from. */
export interface SkillsConfig {
  /** Folders with one subfolder per skill, each with a `SKILL.md`. In a config file, relative to it. */
  readonly folders?: readonly string[] | undefined;
  /** URLs of `SKILL.md` files. Such a skill must be discovered in a conversation before it can be loaded there. */
  readonly urls?: readonly string[] | undefined;
}

/** The source of a list of models that reject references. */
export interface ModelDenyListConfig {
  /** Returns a JSON array of patterns, in the format of `settings.unsupportedModels`. */
  readonly url: string;
  /** How often it is fetched. Default: 3,600. */
  readonly pollSeconds?: number | undefined;
}

export interface McpConfig {
  /** Hosts of MCP servers that requests may name by URL. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Whether the server at `/mcp` adds found tools to its list, for clients that only call listed tools. Default: false.
   */
  readonly listFoundTools?: boolean | undefined;
  /**
   * Whether the server at `/mcp` has `run_program`, a tool that takes programs in this language, by the package
   * `@toolcrib/code`, which must be installed. Read at the start. Default: none.
   */
  readonly programs?: "javascript" | "python" | undefined;
}

/** The log of all tool calls. */
export interface AuditConfig {
  /** What is kept of a call's arguments: nothing, their SHA-256 hash, or the arguments too. Default: `hash`. */
  readonly arguments?: "none" | "hash" | "full" | undefined;
  /** How long lines are kept. Default: 365. */
  readonly retentionDays?: number | undefined;
  /** The environment variable with the key that signs checkpoints. Default: `TOOLCRIB_AUDIT_KEY`. */
  readonly signingKeyEnv?: string | undefined;
}

/** How the gateway stops. */
export interface ShutdownConfig {
  /** How long requests are still taken after a signal, while `/readyz` says that they should go elsewhere. Default: 0. */
  readonly delaySeconds?: number | undefined;
  /** How long running answers get to complete after that. Default: 10. */
  readonly drainSeconds?: number | undefined;
}

/** How tools are searched. */
export interface SearchConfig {
  /**
   * What compares meanings: the included `table`, or `encoder`, the package `@toolcrib/encoder`, which must be
   * installed. Read at the start. Default: `table`.
   */
  readonly embedder?: EmbedderName | undefined;
  /**
   * Whether queries and descriptions in other languages than English are read, by the package `@toolcrib/languages`,
   * which must be installed. Read at the start. Default: false.
   */
  readonly languages?: boolean | undefined;
  /**
   * Where the tools of requests are indexed: in the `memory` of each gateway, or in the database of `store`, for more tools than
   * fit into one process. Read at the start. Default: `memory`.
   */
  readonly index?: "memory" | "store" | undefined;
  /**
   * Whether searches learn which of the found tools are then called, for each key alone. `store` of `createGateway` keeps
   * what they learn. Default: false.
   */
  readonly learn?: boolean | undefined;
}

/** What models cost, for the costs that the gateway reports. */
export interface PricesConfig extends PriceTable {
  /** Whether the built-in list prices are left out. Otherwise they apply to models that have no entry here. Default: false. */
  readonly replaceBuiltIn?: boolean | undefined;
}

/** A comparison of conversations with and without deferral. */
export interface ComparisonConfig {
  /** The share of conversations whose tools are all loaded, from 0 to 1. All requests of a conversation are on one side. */
  readonly withoutDeferral: number;
}

/** The gateway's config: `toolcrib.json`. Everything has a default. */
export interface GatewayConfig extends ToolHandling {
  readonly $schema?: string | undefined;
  /** Default: 127.0.0.1. Any other than a loopback address requires `keys`, `oidc` or `requireKeys`. */
  readonly host?: string | undefined;
  /** 0 picks a free port. Default: 8788. */
  readonly port?: number | undefined;
  /**
   * A port for health checks alone, which are answered however busy the gateway is; 0 picks a free one. Read at the start. Default: none,
   * they are answered at `port` only.
   */
  readonly healthPort?: number | undefined;
  /** Default: `anthropic`, the Anthropic API with the client's own key. */
  readonly upstreams?: Readonly<Record<string, UpstreamConfig>> | undefined;
  /** Default: all models to the first upstream. */
  readonly routes?: readonly RouteConfig[] | undefined;
  readonly keys?: readonly KeyConfig[] | undefined;
  /**
   * Whether every request needs a key, also while neither `keys` nor the store has one. Set it where keys are in a store, so that a
   * store that is down at the start lets nobody in. Default: false.
   */
  readonly requireKeys?: boolean | undefined;
  /** Tokens of an OpenID Connect issuer that are accepted besides keys, and for signing in to the studio. Default: none. */
  readonly oidc?: OidcConfig | undefined;
  readonly limits?: LimitsConfig | undefined;
  readonly retries?: RetriesConfig | undefined;
  readonly trace?: TraceConfig | undefined;
  /** Default: the public list prices of Anthropic and OpenAI. */
  readonly prices?: PricesConfig | undefined;
  /** Default: none. */
  readonly comparison?: ComparisonConfig | undefined;
  /** Host names that clients may use in addition to loopback ones. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages that may call the gateway. Default: its own; with keys, also those on loopback hosts. */
  readonly cors?: { readonly origins: readonly string[] } | undefined;
  /**
   * Where stored responses, hidden turns and what search learned are kept: `memory`, a folder, or a `postgres://` URL that several
   * gateways may share. In a config file, a folder is relative to it. Read at the start. Default: `memory`.
   */
  readonly store?: string | undefined;
  /** Keeps a log of all tool calls in the store. Default: none. */
  readonly audit?: AuditConfig | undefined;
  /** What callers may use within a period. Default: no limits. */
  readonly quotas?: readonly QuotaConfig[] | undefined;
  readonly shutdown?: ShutdownConfig | undefined;
  /** How tools are searched. */
  readonly search?: SearchConfig | undefined;
  /** Where browsers reach the gateway, such as `https://tools.example.com`. Default: the address that it listens on. */
  readonly publicUrl?: string | undefined;
  /** MCP servers that requests name by URL, and the MCP server at `/mcp`. */
  readonly mcp?: McpConfig | undefined;
  /** MCP servers that requests may use by name, as in `.mcp.json`. */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
  /** The capabilities of upstreams and models, checked before the built-in table. */
  readonly capabilities?: readonly CapabilityEntry[] | undefined;
  /** Skills for clients without skill support, at `/v1/messages` and `/mcp`. Default: none. */
  readonly skills?: SkillsConfig | undefined;
  /** Replaces `settings.unsupportedModels`, except on routes with their own list. The last good list is kept. */
  readonly modelDenyList?: ModelDenyListConfig | undefined;
  /**
   * Whether unknown upstreams are probed for deferral support, by counting one tool both deferred and not. Default: no.
   */
  readonly probe?: boolean | undefined;
}
