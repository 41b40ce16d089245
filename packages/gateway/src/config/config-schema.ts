import { loaderNames } from "@toolcrib/core/loaders";
import { findRuleProblem } from "@toolcrib/core/policy";
import { providers } from "@toolcrib/core/settings";
import { serverEntryKeys } from "@toolcrib/mcp/config";
import { embedderNames, rankerNames } from "@toolcrib/search";
import { isStorePlace } from "@toolcrib/store";
import { z } from "zod";
import type { OwnSetting } from "../contracts/upstream-dialect.ts";
import { upstreamDialects } from "../dialects/upstream-dialects.ts";
import { isDroppable, parseFieldPath } from "../fields/field-path.ts";
import { isSafeUrl } from "../identity/safe-url.ts";
import type { AddedNames } from "./added-names.ts";
import { type ConfigContext, configProblem } from "./config-problem.ts";
import type { GatewayConfig, GatewaySettings } from "./gateway-config.ts";
import { auditSchema, quotasSchema, shutdownSchema } from "./team-schemas.ts";

const seconds = z.number().positive();
const count = z.int().min(0);

/** Compared with the Host header, so that anything else would have no effect. */
const hostName = z.string().refine((name) => /^(?:\[[0-9a-f:.]+\]|[^\s:/*?]+)$/i.test(name), {
  error: "a host name without a port, such as gateway.example.com",
});
/** Compared with the Origin header. */
const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: "an origin, such as https://app.example.com",
});

/** Tokens and keys travel there: over TLS, or not beyond this machine. */
const issuerUrl = z.string().refine((text) => URL.canParse(text) && isSafeUrl(new URL(text)), {
  error: "an https URL, or an http URL of this machine",
});

const policyRule = z
  .strictObject({
    action: z
      .enum(["pin", "defer", "hide", "deny"])
      .describe("What happens to the tools that fit; hide and deny mean the same."),
    name: z.string().optional().describe("Pattern of mcp__server__tool, or of the server's own name for the tool."),
    server: z.string().optional().describe("Pattern of the MCP server's name."),
    annotation: z.string().optional().describe("An MCP annotation that must be true, such as destructiveHint."),
    client: z.string().optional().describe("Pattern of the client's own name."),
    arguments: z
      .record(z.string(), z.string())
      .optional()
      .describe("Patterns of argument values by path, for rules that hide or deny: only calls that match are refused."),
  })
  .superRefine((rule, context) => {
    const problem = findRuleProblem(rule);
    if (problem === undefined) return;
    const path = problem.field === "" ? [] : [problem.field];
    context.addIssue({ code: "custom", path, message: problem.expected });
  });

/** The values are read with the entry, which may be that of a server that cannot start: it must not stop the others. */
const serverEntry = z.strictObject(
  Object.fromEntries(
    Object.entries(serverEntryKeys).map(([key, meaning]) => [key, z.unknown().optional().describe(meaning)]),
  ),
);

const modelFamily = z.strictObject({
  models: z.array(z.string()).describe("Patterns of model names."),
  wrapReminder: z.boolean().describe("Whether announcements are wrapped in a system-reminder tag."),
  needsTurnBoundary: z.boolean().describe("Whether a message that only loads tools needs a text."),
});

// The engine's settings types do not allow `undefined`; neither does JSON, so the parsed value matches them.
const settingFields = z.strictObject({
  toolSearch: z
    .union([z.string(), z.boolean()], { error: "true, false, auto or auto:N" })
    .optional()
    .describe("When tools are deferred: true, false, auto, or auto:N for N % of the context window."),
  unsupportedModels: z
    .array(z.string())
    .optional()
    .describe("Models that reject references; replaces the built-in list."),
  modelFamilies: z
    .array(modelFamily)
    .optional()
    .describe("How text is formatted for models; replaces the built-in table."),
  contextWindows: z
    .array(z.tuple([z.string(), z.int().positive()]))
    .optional()
    .describe("Pairs of a model pattern and its context window in tokens."),
  defaultContextWindow: z
    .int()
    .positive()
    .optional()
    .describe("The context window of unlisted models. Default: 200000."),
  policy: z.array(policyRule).optional().describe("Rules that pin, defer or hide tools."),
  searchToolName: z.string().min(1).optional().describe("The name of the search tool. Default: ToolSearch."),
  communicationTools: z
    .array(z.string())
    .optional()
    .describe("Tools through which an agent communicates; they are not deferred."),
  undiscoveredTools: z
    .enum(["deferred", "omitted"])
    .optional()
    .describe("Whether upstreams that take deferred tools get those that are not found yet. Default: deferred."),
  announcement: z
    .enum(["list", "none"])
    .optional()
    .describe("For injected search: whether the names of deferred tools are listed in the first message."),
  announcementBudgetTokens: count.optional().describe("The maximum length of announcements. Default: 4000."),
  turnBoundary: z
    .enum(["both", "text", "none"])
    .optional()
    .describe("How messages with references are handled, on models that need it. Default: both."),
  runUnloadedCalls: z
    .boolean()
    .optional()
    .describe("Whether a deferred tool that was not found runs if its arguments are valid. Default: true."),
  ranker: z.enum(rankerNames).optional().describe("How searches are ranked. Default: hybrid."),
  skillWaitMilliseconds: count
    .optional()
    .describe("How long a turn waits for matching skills; 0 shows none. Default: 500."),
});
const settings = settingFields as unknown as z.ZodType<GatewaySettings>;

const toolHandling = {
  loader: z
    .enum(["auto", ...loaderNames])
    .optional()
    .describe("How found tools become callable."),
  inject: z
    .enum(["off", "auto", "always"])
    .optional()
    .describe("Whether tools of a client that defers nothing are deferred for it."),
  serverSearch: z
    .enum(["as-named", "hybrid", "upstream"])
    .optional()
    .describe("What answers the API's own search types."),
  programs: z
    .enum(["auto", "javascript", "python", "direct", "upstream"])
    .optional()
    .describe("What runs programs that call tools."),
  injectPrograms: z
    .boolean()
    .optional()
    .describe("Whether the model may write programs in conversations of clients that do not know about them."),
  settings: settings.optional().describe("The engine's settings: mode, threshold, pins and so on."),
};

const price = z.number().min(0).max(100_000);
const priceTable = z.strictObject({
  asOf: z.iso.date().describe("The day on which the prices were valid, as YYYY-MM-DD."),
  models: z
    .array(
      z.strictObject({
        models: z.array(z.string().min(1).max(200)).min(1).max(100).describe("Patterns of model names."),
        input: price.describe("US dollars per million tokens, as all prices here."),
        output: price.describe("Per million tokens of output."),
        cacheRead: price.optional().describe("Default: the price of input."),
        cacheWritten: price.optional().describe("Default: the price of input."),
        cacheWrittenOneHour: price.optional().describe("Default: the price of cacheWritten."),
        maxPromptTokens: z.int().min(1).optional().describe("The entry is for prompts up to this length."),
      }),
    )
    .max(1_000)
    .describe("The first entry that fits applies."),
  replaceBuiltIn: z.boolean().optional().describe("Whether the built-in list prices are left out."),
});

const droppedField = z
  .string()
  .max(200)
  .refine((path) => isDroppable(parseFieldPath(path)), {
    error: "a field that a request can do without, such as output_config or tools.*.eager_input_streaming",
  });

/** The dialects that have a setting of their own. */
function dialectsWith(setting: OwnSetting): string {
  return upstreamDialects
    .flatMap(({ name, ownSettings }) => (ownSettings.includes(setting) ? [name] : []))
    .join(" and ");
}

const upstreamFields = z.strictObject({
  dialect: z.enum(upstreamDialects.map(({ name }) => name)).describe("The API that it speaks."),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The base URL; the dialect's own path, such as /v1/messages, is added."),
  apiKey: z.string().min(1).optional().describe("Its key. Better in the environment: see apiKeyEnv."),
  apiKeyEnv: z.string().min(1).optional().describe("The environment variable that holds the key."),
  apiKeyHeader: z
    .enum(["x-api-key", "authorization"])
    .optional()
    .describe(`For ${dialectsWith("apiKeyHeader")}.`),
  headers: z.record(z.string(), z.string()).optional().describe("Added to every call."),
  dropFields: z.array(droppedField).max(64).optional().describe("Fields that are left out of every request to it."),
  package: z
    .string()
    .min(1)
    .optional()
    .describe(`For ${dialectsWith("package")}: the provider's package; it must be installed.`),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(`For ${dialectsWith("settings")}: settings of the provider or the server.`),
  firstByteSeconds: seconds.optional().describe("How long it may be silent before an answer. Default: 600."),
  idleSeconds: seconds.optional().describe("How long it may be silent during an answer. Default: 300."),
});

const upstream = upstreamFields.superRefine((given, context) => {
  const own = upstreamDialects.find(({ name }) => name === given.dialect)?.ownSettings ?? [];
  for (const setting of ["apiKeyHeader", "package", "settings"] as const) {
    if (given[setting] === undefined || own.includes(setting)) continue;
    const message = `no ${setting}: it is for ${dialectsWith(setting)} only`;
    context.addIssue({ code: "custom", path: [setting], message });
  }
});

const route = z.strictObject({
  model: z.string().min(1).describe("Pattern of the model's name; * and ? stand for other characters."),
  upstream: z.string().min(1).optional().describe("The upstream's name. Default: the first one."),
  upstreamModel: z.string().min(1).optional().describe("The model's name for the upstream. Default: the client's own."),
  ...toolHandling,
});

const key = z.strictObject({
  name: z.string().min(1).describe("Who uses it; shown in traces."),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "64 hexadecimal digits")
    .describe("SHA-256 of the key, in hexadecimal."),
  policy: z.array(policyRule).optional().describe("Rules for the tools of requests with this key."),
  admin: z.boolean().optional().describe("Whether it may use the admin API and the metrics."),
}) as unknown as z.ZodType<NonNullable<GatewayConfig["keys"]>[number]>;

const capability = z.strictObject({
  upstream: z.string().optional().describe("Pattern of the upstream's name."),
  host: z.string().optional().describe("Pattern of the host in its URL."),
  model: z.string().optional().describe("Pattern of the model's name."),
  loader: z.enum(loaderNames).describe("The loader that fits."),
  searchLoader: z
    .enum(loaderNames)
    .optional()
    .describe("The loader for clients that ask for a search of their upstream's own, such as openrouter:tool_search."),
  maxTools: count
    .optional()
    .describe("For a loader that defers nothing: with more tools than this, they are deferred."),
  provider: z.enum(providers).optional().describe("Whose beta names it takes."),
  takesSystemMessages: z
    .boolean()
    .optional()
    .describe("Whether messages of the role system are accepted between others."),
  maxOutputTokens: count
    .optional()
    .describe("The longest answer in tokens; for clients that set no limit. Default: 32000."),
  note: z.string().optional().describe("For people: where this is known from."),
});

const config = z.strictObject({
  $schema: z.string().optional(),
  host: z
    .string()
    .min(1)
    .optional()
    .describe("Default: 127.0.0.1. Any other address requires keys, oidc or requireKeys."),
  port: z.int().min(0).max(65_535).optional().describe("Default: 8788."),
  upstreams: z.record(z.string(), upstream).optional().describe("Model endpoints by name."),
  routes: z.array(route).optional().describe("Where requests go; the first that fits decides."),
  ...toolHandling,
  keys: z.array(key).optional().describe("Keys for this gateway; only hashes are kept."),
  requireKeys: z
    .boolean()
    .optional()
    .describe("Whether every request needs a key, also while neither keys nor the store has one."),
  oidc: z
    .strictObject({
      issuer: issuerUrl.describe("The issuer's URL, as in the iss claim of its tokens."),
      audience: z.string().min(1).optional().describe("The aud claim of access tokens for this gateway."),
      organisation: z.string().min(1).max(100).describe("The organisation whose users the tokens name."),
      userClaim: z.string().min(1).optional().describe("The claim with the user's name. Default: email."),
      teamsClaim: z.string().min(1).optional().describe("The claim with the user's teams. Default: groups."),
      admins: z.array(z.string()).optional().describe("Values of that claim that make an administrator."),
      operators: z.array(z.string()).optional().describe("Values of that claim that make an operator."),
      clientId: z.string().min(1).optional().describe("The gateway's id at the issuer, for signing in to the studio."),
      clientSecretEnv: z.string().min(1).optional().describe("The variable with the client's secret."),
      scope: z.string().min(1).optional().describe("Default: openid profile email."),
      publicUrl: origin.optional().describe("Where browsers reach the gateway."),
    })
    .refine(({ audience, clientId }) => audience !== undefined || clientId !== undefined, {
      error: "audience, clientId or both",
    })
    .optional()
    .describe("Tokens of an OpenID Connect issuer that are accepted besides keys."),
  limits: z
    .strictObject({
      bodyBytes: count.optional().describe("Bytes of one body, also when it is unpacked."),
      bodyBytesInFlight: count.optional().describe("Bytes of the bodies of all requests that run."),
      tools: count.optional().describe("Tools of one request. Default: 20000."),
      deferredTools: count.optional().describe("Deferred tools of one request. Default: 10000."),
      requestSeconds: seconds.optional().describe("How long a request may take. Default: 1800."),
      concurrentRequests: count.optional().describe("Requests running at the same time."),
      concurrentRequestsPerKey: count.optional().describe("Requests with one key running at the same time."),
      requestsPerConnection: z.int().min(1).optional().describe("Requests of one connection running at the same time."),
      connections: z.int().min(1).optional().describe("Open connections; idle ones are closed first."),
      memoryBytes: count.optional().describe("Memory in use above which only one request at a time is taken in."),
      headerSeconds: seconds.optional().describe("How long the headers of a request may take."),
      bodyIdleSeconds: seconds.optional().describe("How long a body may pause while it is sent."),
      bodySeconds: seconds.optional().describe("How long a body may take."),
      pingSeconds: seconds.optional().describe("The interval of pings on a silent stream. Default: 15."),
    })
    .optional()
    .describe("What a client may take up."),
  retries: z
    .strictObject({
      attempts: count.optional().describe("Retries after the first try. Default: 2."),
      firstDelaySeconds: z.number().min(0).optional().describe("The wait before the first retry. Default: 0.5."),
      maxDelaySeconds: z.number().min(0).optional().describe("The longest wait between retries. Default: 8."),
      maxRetryAfterSeconds: z
        .number()
        .min(0)
        .optional()
        .describe("A longer retry-after is left to the client. Default: 60."),
    })
    .optional()
    .describe("When calls of an upstream are repeated."),
  trace: z
    .strictObject({
      log: z
        .union([z.enum(["off", "stdout"]), z.strictObject({ file: z.string().min(1) })], {
          error: 'off, stdout or {"file": …}',
        })
        .optional()
        .describe("Where a record of each request is written, as JSON lines. Default: off."),
      logQueueBytes: count
        .optional()
        .describe("How many bytes of records may wait to be written; records beyond that are dropped and counted."),
      memory: count.optional().describe("How many records the admin API keeps. Default: 500."),
      memoryBytes: count.optional().describe("How many bytes these records may take."),
      openTelemetry: z.boolean().optional().describe("Whether spans are created through @opentelemetry/api."),
      captureContent: z.boolean().optional().describe("Whether records contain message text, payloads and queries."),
    })
    .optional()
    .describe("What is recorded of each request, and where."),
  prices: priceTable.optional().describe("What models cost, for the costs that the gateway reports."),
  comparison: z
    .strictObject({
      withoutDeferral: z.number().min(0).max(1).describe("The share of conversations whose tools are all loaded."),
    })
    .optional()
    .describe("A comparison of conversations with and without deferral."),
  publicUrl: origin
    .optional()
    .describe(
      "Where browsers reach the gateway, such as https://tools.example.com. Default: the address it listens on.",
    ),
  allowedHosts: z
    .array(hostName)
    .optional()
    .describe("Host names that clients may use in addition to the loopback ones."),
  cors: z
    .strictObject({ origins: z.array(origin).describe("Origins of web pages that may send requests.") })
    .optional()
    .describe("Web pages of other origins."),
  store: z
    .string()
    .refine(isStorePlace, { error: "memory, a folder or a postgres:// URL" })
    .optional()
    .describe("Where data that outlives a request is kept: memory, a folder or a postgres:// URL. Read at the start."),
  audit: auditSchema.optional().describe("Keeps a log of all tool calls in the store. Default: none."),
  quotas: quotasSchema.optional().describe("What callers may use within a period."),
  shutdown: shutdownSchema.optional().describe("How the gateway stops."),
  search: z
    .strictObject({
      embedder: z
        .enum(embedderNames)
        .optional()
        .describe("What compares meanings: the included table, or the package @toolcrib/encoder. Read at the start."),
      languages: z
        .boolean()
        .optional()
        .describe("Whether texts in other languages are read, by the package @toolcrib/languages. Read at the start."),
      index: z
        .enum(["memory", "store"])
        .optional()
        .describe("Where the tools of requests are indexed: in memory, or in the store's database. Read at the start."),
      learn: z
        .boolean()
        .optional()
        .describe("Whether searches learn which of the found tools are then called, for each key alone."),
    })
    .optional()
    .describe("How tools are searched."),
  mcp: z
    .strictObject({
      allowedHosts: z.array(z.string()).optional().describe("Hosts of MCP servers that requests may name by URL."),
      listFoundTools: z.boolean().optional().describe("Whether the front at /mcp adds found tools to its list."),
      programs: z
        .enum(["javascript", "python"])
        .optional()
        .describe(
          "The language of programs that the front at /mcp runs, by the package @toolcrib/code. Read at the start.",
        ),
    })
    .optional()
    .describe("MCP servers of requests, and the front at /mcp."),
  mcpServers: z.record(z.string(), serverEntry).optional().describe("MCP servers, as in .mcp.json."),
  capabilities: z
    .array(capability)
    .optional()
    .describe("What upstreams and models can do; asked before the built-in table."),
  skills: z
    .strictObject({
      folders: z.array(z.string().min(1)).max(100).optional().describe("Folders of folders with a SKILL.md each."),
      urls: z
        .array(z.url({ protocol: /^https?$/ }))
        .max(1_000)
        .optional()
        .describe("URLs of SKILL.md files."),
    })
    .optional()
    .describe("Skills for clients that know nothing about them."),
  modelDenyList: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }).describe("Answers with a JSON array of model patterns."),
      pollSeconds: z.number().min(1).optional().describe("How often it is fetched. Default: 3600."),
    })
    .optional()
    .describe("A list of models that reject references, polled; the last valid one is kept."),
  probe: z.boolean().optional().describe("Probe unknown upstreams for deferral support by counting one tool twice."),
});

/**
 * Validates a config from an untrusted source. It may also name the loaders and rankers in `added`. Errors say where a value is if
 * `placeOf` knows it.
 */
export function parseConfig(
  value: unknown,
  added: AddedNames = {},
  placeOf: ConfigContext["placeOf"] = () => "",
): GatewayConfig {
  const schema: z.ZodType<GatewayConfig> = withAddedNames(added);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw configProblem(result.error.issues, value, { fieldsAt, placeOf });
}

function withAddedNames({ loaders = [], rankers = [] }: AddedNames) {
  if (loaders.length === 0 && rankers.length === 0) return config;
  const ranker = z.enum([...rankerNames, ...rankers]).optional();
  const named = {
    loader: z.enum(["auto", ...loaderNames, ...loaders]).optional(),
    settings: (settingFields.extend({ ranker }) as unknown as z.ZodType<GatewaySettings>).optional(),
  };
  return config.extend({
    ...named,
    routes: z.array(route.extend(named)).optional(),
    capabilities: z.array(capability.extend({ loader: z.enum([...loaderNames, ...loaders]) })).optional(),
  });
}

/** The JSON Schema of the config, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(config, { io: "input" }), title: "The config of the Toolcrib gateway" };
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** The fields of the object at this path. */
function fieldsAt(path: readonly PropertyKey[]): readonly string[] {
  let nodes: readonly SchemaNode[] = [configJsonSchema() as SchemaNode];
  for (const step of path) nodes = nodes.flatMap((node) => stepInto(node, step)).flatMap((node) => node.anyOf ?? node);
  return nodes.flatMap(({ properties = {} }) => Object.keys(properties));
}

function stepInto({ properties = {}, additionalProperties, items }: SchemaNode, step: PropertyKey): SchemaNode[] {
  if (typeof step === "number") return items === undefined ? [] : [items];
  const name = String(step);
  const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return typeof inner === "object" ? [inner] : [];
}
