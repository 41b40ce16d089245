import type { Settings } from "@toolcrib/core";
import type { LoaderName } from "@toolcrib/core/loaders";
import type { PolicyRule } from "@toolcrib/core/policy";
import type { RankerName } from "@toolcrib/search";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import type { Route } from "../contracts/route.ts";
import type { UpstreamEndpoint } from "../contracts/upstream-dialect.ts";

/** A model endpoint, as the config names it. */
export interface UpstreamConfig extends UpstreamEndpoint {
  /** `anthropic`: the Messages API. `openai`: chat completions. `ai-sdk`: whatever the provider in `package` speaks. */
  readonly dialect: string;
  /** The environment variable that holds the key. */
  readonly apiKeyEnv?: string | undefined;
}

/** The engine's settings, as a config has them: a ranker is known by its name. */
export interface GatewaySettings extends Omit<Settings, "ranker"> {
  /** A built-in ranker, or one that `createGateway` was given. Default: `hybrid`. */
  readonly ranker?: RankerName | (string & {});
}

/** How tools are handled. On the config for all routes, on a route for its own. */
export interface ToolHandling {
  /** How found tools become callable: a built-in loader, or one that `createGateway` was given. Default: `auto`. */
  readonly loader?: LoaderName | "auto" | (string & {}) | undefined;
  /** Whether tools of a client that defers nothing are deferred for it. Default: `off`. */
  readonly inject?: Route["inject"] | undefined;
  /** What answers the API's own search types. Default: `as-named`. */
  readonly serverSearch?: Route["serverSearch"] | undefined;
  /** The engine's settings: mode, threshold, pins and so on. */
  readonly settings?: GatewaySettings | undefined;
}

/** Where the requests for some models go. The first route whose pattern fits decides. */
export interface RouteConfig extends ToolHandling {
  /** Pattern of the model's name; `*` and `?` stand for other characters. */
  readonly model: string;
  /** The upstream's name. Default: the first one. */
  readonly upstream?: string | undefined;
  /** The model's name for the upstream. Default: the client's own. */
  readonly upstreamModel?: string | undefined;
}

/** A key for this gateway. Only its hash is kept. */
export interface KeyConfig {
  /** Who has it; for the trace. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly sha256: string;
  /** Rules for the tools of requests with this key; they go before those of the route. */
  readonly policy?: readonly PolicyRule[] | undefined;
  /** Whether it may use the admin API and the metrics. Default: false. */
  readonly admin?: boolean | undefined;
}

export interface LimitsConfig {
  /** Bytes of one body, also when it is unpacked. Default: 33,554,432 (32 MB). */
  readonly bodyBytes?: number | undefined;
  /** Bytes of the bodies of all requests that run. Default: 536,870,912 (512 MB). */
  readonly bodyBytesInFlight?: number | undefined;
  /** Tools in one request, deferred or not. Default: 20,000. */
  readonly tools?: number | undefined;
  /** Deferred tools in one request. Default: 10,000, as the API has it. */
  readonly deferredTools?: number | undefined;
  /** How long one request may take. Default: 1,800. */
  readonly requestSeconds?: number | undefined;
  /** Requests running at the same time. Default: 4,096. */
  readonly concurrentRequests?: number | undefined;
  /** … with one key. Default: 2,048. */
  readonly concurrentRequestsPerKey?: number | undefined;
  /** … of one connection. Default: 16. */
  readonly requestsPerConnection?: number | undefined;
  /** Open connections. Those without a request make room for new ones. Default: 8,192. */
  readonly connections?: number | undefined;
  /** Memory in use above which only one request at a time is taken in. Default: what the heap and the machine allow, less a reserve. */
  readonly memoryBytes?: number | undefined;
  /** How long the headers of a request may take. Default: 20. */
  readonly headerSeconds?: number | undefined;
  /** How long a body may pause while it is sent. Default: 30. */
  readonly bodyIdleSeconds?: number | undefined;
  /** How long a body may take. Default: 300. */
  readonly bodySeconds?: number | undefined;
  /** How long a stream may be quiet before a ping is sent. Default: 15. */
  readonly pingSeconds?: number | undefined;
}

export interface RetriesConfig {
  /** Tries after the first. Default: 2. */
  readonly attempts?: number | undefined;
  /** Default: 0.5. */
  readonly firstDelaySeconds?: number | undefined;
  /** Default: 8. */
  readonly maxDelaySeconds?: number | undefined;
  /** A longer wait that an upstream asks for is left to the client. Default: 60. */
  readonly maxRetryAfterSeconds?: number | undefined;
}

export interface TraceConfig {
  /** JSON lines: to standard output, to a file, or nowhere. Default: `off`. */
  readonly log?: "off" | "stdout" | { readonly file: string } | undefined;
  /** How many bytes of records may wait to be written; records beyond that are dropped and counted. Default: 67,108,864 (64 MB). */
  readonly logQueueBytes?: number | undefined;
  /** How many records are kept in memory for the admin API. Default: 500. */
  readonly memory?: number | undefined;
  /** How many bytes of captured content these records may hold; the oldest go first. Default: 268,435,456 (256 MB). */
  readonly memoryBytes?: number | undefined;
  /** Whether spans are made through the OpenTelemetry API. Default: false. */
  readonly openTelemetry?: boolean | undefined;
  /** Whether message text and payloads are kept in records. Default: false. */
  readonly captureContent?: boolean | undefined;
}

/** Where skills are. */
export interface SkillsConfig {
  /** Folders that hold a folder with a `SKILL.md` for each skill. In a file, they are relative to it. */
  readonly folders?: readonly string[] | undefined;
  /** URLs of `SKILL.md` files. Such a skill must be discovered in a conversation before it is loaded there. */
  readonly urls?: readonly string[] | undefined;
}

/** Where a list of models that reject references is fetched from. */
export interface ModelDenyListConfig {
  /** Answers with a JSON array of patterns, as `settings.unsupportedModels` takes them. */
  readonly url: string;
  /** How often it is fetched. Default: 3,600. */
  readonly pollSeconds?: number | undefined;
}

export interface McpConfig {
  /** Hosts of MCP servers that requests may name by URL. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether the front at `/mcp` adds found tools to its list, for clients that call only what is listed. Default: false. */
  readonly listFoundTools?: boolean | undefined;
}

/** The gateway's config: `toolcrib.json`. Everything has a default. */
export interface GatewayConfig extends ToolHandling {
  readonly $schema?: string | undefined;
  /** Default: 127.0.0.1. Another than a loopback address needs `keys`. */
  readonly host?: string | undefined;
  /** 0 takes any free one. Default: 8788. */
  readonly port?: number | undefined;
  /** Default: `anthropic`, the API itself with the client's own key. */
  readonly upstreams?: Readonly<Record<string, UpstreamConfig>> | undefined;
  /** Default: all models to the first upstream. */
  readonly routes?: readonly RouteConfig[] | undefined;
  readonly keys?: readonly KeyConfig[] | undefined;
  readonly limits?: LimitsConfig | undefined;
  readonly retries?: RetriesConfig | undefined;
  readonly trace?: TraceConfig | undefined;
  /** Host names that clients may use beside the loopback ones. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages that may call the gateway. Default: those on loopback hosts only. */
  readonly cors?: { readonly origins: readonly string[] } | undefined;
  /** MCP servers that requests name by URL, and the front at `/mcp`. */
  readonly mcp?: McpConfig | undefined;
  /** MCP servers that requests may use by name, as in `.mcp.json`. */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
  /** What upstreams and models can do, asked before the built-in table. */
  readonly capabilities?: readonly CapabilityEntry[] | undefined;
  /** Skills for clients that know nothing about them, at `/v1/messages` and behind `/mcp`. Default: none. */
  readonly skills?: SkillsConfig | undefined;
  /** Replaces `settings.unsupportedModels`, except on routes that have a list of their own. The last good list is kept. */
  readonly modelDenyList?: ModelDenyListConfig | undefined;
  /** Whether upstreams that nobody knows are asked, by counting one tool deferred and not, if they honour deferral. Default: no. */
  readonly probe?: boolean | undefined;
}
