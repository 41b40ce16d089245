import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { Settings } from "@toolcrib/core";
import { defaultSigningKeyEnv } from "../audit/audit-keys.ts";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import type { OidcConfig } from "../contracts/oidc-config.ts";
import type { QuotaConfig } from "../contracts/quota.ts";
import type { PriceTable } from "../contracts/savings.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../retry/retry-policy.ts";
import { builtInPrices } from "../savings/built-in-prices.ts";
import { checkedKeys } from "./api-keys.ts";
import type {
  AuditConfig,
  GatewayConfig,
  GatewaySettings,
  KeyConfig,
  LimitsConfig,
  ModelDenyListConfig,
  RouteConfig,
  ShutdownConfig,
  SkillsConfig,
  ToolHandling,
  TraceConfig,
  UpstreamConfig,
} from "./gateway-config.ts";
import { createRankerTable, findRanker, type RankerTable } from "./ranker-table.ts";

type Filled<Part> = { readonly [Field in keyof Part]-?: Exclude<Part[Field], undefined> };

/** A route whose settings contain the ranker itself, not its name. */
interface ResolvedRoute extends Omit<RouteConfig, "settings"> {
  readonly settings?: Settings | undefined;
}

/** The config with its defaults. */
export interface ResolvedConfig {
  readonly host: string;
  readonly port: number;
  /** Undefined if health checks are answered at `port` alone. */
  readonly healthPort: number | undefined;
  readonly upstreams: Readonly<Record<string, UpstreamConfig>>;
  readonly routes: readonly ResolvedRoute[];
  readonly handling: Filled<Omit<ToolHandling, "settings">> & { readonly settings: Settings };
  readonly keys: readonly KeyConfig[];
  /** Whether every request needs a key, even if there are none. */
  readonly requireKeys: boolean;
  readonly oidc: OidcConfig | undefined;
  /** Where browsers reach the gateway; undefined if the config does not say. */
  readonly publicUrl: string | undefined;
  readonly limits: Filled<LimitsConfig>;
  readonly retries: RetryPolicy;
  readonly trace: Filled<TraceConfig>;
  readonly prices: PriceTable & { readonly source: "built-in" | "config" };
  /** The share of conversations without deferral, for a comparison. */
  readonly withoutDeferralShare: number;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly mcpAllowedHosts: readonly string[];
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly capabilities: readonly CapabilityEntry[];
  readonly skills: SkillsConfig | undefined;
  readonly modelDenyList: ModelDenyListConfig | undefined;
  readonly probe: boolean;
  /** Whether searches learn from calls. */
  readonly learns: boolean;
  /** Undefined if there is no audit log. */
  readonly audit: Filled<AuditConfig> | undefined;
  readonly quotas: readonly QuotaConfig[];
  readonly shutdown: Filled<ShutdownConfig>;
}

const defaultLimits: ResolvedConfig["limits"] = {
  bodyBytes: 32 * 1_024 * 1_024,
  bodyBytesInFlight: 512 * 1_024 * 1_024,
  tools: 20_000,
  deferredTools: 10_000,
  requestSeconds: 1_800,
  concurrentRequests: 4_096,
  concurrentRequestsPerKey: 2_048,
  requestsPerConnection: 16,
  connections: 8_192,
  memoryBytes: defaultMemoryBytes(),
  headerSeconds: 20,
  bodyIdleSeconds: 30,
  bodySeconds: 300,
  pingSeconds: 15,
};

const defaultTrace: ResolvedConfig["trace"] = {
  log: "off",
  logQueueBytes: 64 * 1_024 * 1_024,
  memory: 500,
  memoryBytes: 256 * 1_024 * 1_024,
  openTelemetry: false,
  captureContent: false,
};

const defaultAudit: NonNullable<ResolvedConfig["audit"]> = {
  arguments: "hash",
  retentionDays: 365,
  signingKeyEnv: defaultSigningKeyEnv,
};

/** As long as process managers wait between the first signal and the one that cannot be refused. */
const defaultShutdown: ResolvedConfig["shutdown"] = { delaySeconds: 0, drainSeconds: 10 };

/** Fills in all defaults. Throws for a ranker that is not in the table. */
export function resolveConfig(config: GatewayConfig, rankers: RankerTable = createRankerTable()): ResolvedConfig {
  const { retries = {} } = config;
  return {
    host: config.host ?? "127.0.0.1",
    port: config.port ?? 8788,
    healthPort: config.healthPort,
    upstreams: config.upstreams ?? { anthropic: { dialect: messagesDialectName, url: "https://api.anthropic.com" } },
    routes: (config.routes ?? [{ model: "*" }]).map((route) => ({
      ...route,
      settings: route.settings === undefined ? undefined : withRanker(route.settings, rankers),
    })),
    handling: {
      loader: config.loader ?? "auto",
      inject: config.inject ?? "off",
      serverSearch: config.serverSearch ?? "as-named",
      programs: config.programs ?? "auto",
      injectPrograms: config.injectPrograms ?? false,
      settings: withRanker(config.settings ?? {}, rankers),
    },
    keys: checkedKeys(config.keys ?? []),
    requireKeys: config.requireKeys ?? false,
    oidc: config.oidc === undefined ? undefined : { publicUrl: config.publicUrl, ...config.oidc },
    publicUrl: config.publicUrl ?? config.oidc?.publicUrl,
    limits: filled(defaultLimits, config.limits),
    retries: {
      attempts: retries.attempts ?? defaultRetryPolicy.attempts,
      firstDelayMilliseconds: seconds(retries.firstDelaySeconds) ?? defaultRetryPolicy.firstDelayMilliseconds,
      maxDelayMilliseconds: seconds(retries.maxDelaySeconds) ?? defaultRetryPolicy.maxDelayMilliseconds,
      maxRetryAfterSeconds: retries.maxRetryAfterSeconds ?? defaultRetryPolicy.maxRetryAfterSeconds,
    },
    trace: filled(defaultTrace, config.trace),
    prices: pricesOf(config),
    withoutDeferralShare: config.comparison?.withoutDeferral ?? 0,
    allowedHosts: (config.allowedHosts ?? []).map((name) => name.toLowerCase()),
    corsOrigins: config.cors?.origins ?? [],
    mcpAllowedHosts: config.mcp?.allowedHosts ?? [],
    mcpServers: config.mcpServers ?? {},
    capabilities: config.capabilities ?? [],
    skills: config.skills,
    modelDenyList: config.modelDenyList,
    probe: config.probe ?? false,
    learns: config.search?.learn ?? false,
    audit: config.audit === undefined ? undefined : filled(defaultAudit, config.audit),
    quotas: config.quotas ?? [],
    shutdown: filled(defaultShutdown, config.shutdown),
  };
}

/** The config's prices come first, so that they win. */
function pricesOf({ prices }: GatewayConfig): ResolvedConfig["prices"] {
  if (prices === undefined) return { ...builtInPrices, source: "built-in" };
  const others = prices.replaceBuiltIn === true ? [] : builtInPrices.models;
  return { asOf: prices.asOf, models: [...prices.models, ...others], source: "config" };
}

function filled<Part extends object>(
  defaults: Part,
  given: { readonly [Field in keyof Part]?: Part[Field] | undefined } = {},
): Part {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(known) };
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1_000;
}

/** Above the heap limit the process crashes; above the machine's memory it is killed. */
function defaultMemoryBytes(): number {
  const machine = process.constrainedMemory?.() || totalmem();
  return Math.floor(Math.min(getHeapStatistics().heap_size_limit * 0.8, Math.min(machine, totalmem()) * 0.7));
}

function withRanker({ ranker, ...settings }: GatewaySettings, rankers: RankerTable): Settings {
  return ranker === undefined ? settings : { ...settings, ranker: findRanker(rankers, ranker) };
}
