import { isStorePlace } from "@toolcrib/store";
import { z } from "zod";
import { hostNameSchema, keySchema, oidcSchema, originSchema } from "./access-schemas.ts";
import type { AddedNames } from "./added-names.ts";
import { type ConfigContext, configProblem } from "./config-problem.ts";
import type { GatewayConfig } from "./gateway-config.ts";
import { limitsSchema, retriesSchema } from "./limit-schemas.ts";
import { capabilitySchema, modelDenyListSchema, routeSchema, upstreamSchema } from "./model-schemas.ts";
import { auditSchema, quotasSchema, shutdownSchema } from "./team-schemas.ts";
import { toolHandlingFields } from "./tool-handling-schema.ts";
import { mcpSchema, searchSchema, serverEntrySchema, skillsSchema } from "./tool-source-schemas.ts";
import { comparisonSchema, pricesSchema, traceSchema } from "./trace-schemas.ts";

function configSchema(added: AddedNames): z.ZodType<GatewayConfig> {
  return z.strictObject({
    $schema: z.string().optional(),
    host: z
      .string()
      .min(1)
      .optional()
      .describe("Default: 127.0.0.1. Any other address requires keys, oidc or requireKeys."),
    port: z.int().min(0).max(65_535).optional().describe("Default: 8788."),
    healthPort: z
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe("A port for health checks alone, which are answered however busy the gateway is. Read at the start."),
    upstreams: z.record(z.string(), upstreamSchema).optional().describe("Model endpoints by name."),
    routes: z.array(routeSchema(added)).optional().describe("Where requests go; the first that fits decides."),
    ...toolHandlingFields(added),
    keys: z.array(keySchema).optional().describe("Keys for this gateway; only hashes are kept."),
    requireKeys: z
      .boolean()
      .optional()
      .describe("Whether every request needs a key, also while neither keys nor the store has one."),
    oidc: oidcSchema.optional().describe("Tokens of an OpenID Connect issuer that are accepted besides keys."),
    limits: limitsSchema.optional().describe("What a client may take up."),
    retries: retriesSchema.optional().describe("When calls of an upstream are repeated."),
    trace: traceSchema.optional().describe("What is recorded of each request, and where."),
    prices: pricesSchema.optional().describe("What models cost, for the costs that the gateway reports."),
    comparison: comparisonSchema.optional().describe("A comparison of conversations with and without deferral."),
    publicUrl: originSchema
      .optional()
      .describe(
        "Where browsers reach the gateway, such as https://tools.example.com. Default: the address it listens on.",
      ),
    allowedHosts: z
      .array(hostNameSchema)
      .optional()
      .describe("Host names that clients may use in addition to the loopback ones."),
    cors: z
      .strictObject({ origins: z.array(originSchema).describe("Origins of web pages that may send requests.") })
      .optional()
      .describe("Web pages of other origins."),
    store: z
      .string()
      .refine(isStorePlace, { error: "memory, a folder or a postgres:// URL" })
      .optional()
      .describe(
        "Where data that outlives a request is kept: memory, a folder or a postgres:// URL. Read at the start.",
      ),
    audit: auditSchema.optional().describe("Keeps a log of all tool calls in the store. Default: none."),
    quotas: quotasSchema.optional().describe("What callers may use within a period."),
    shutdown: shutdownSchema.optional().describe("How the gateway stops."),
    search: searchSchema.optional().describe("How tools are searched."),
    mcp: mcpSchema.optional().describe("MCP servers of requests, and the front at /mcp."),
    mcpServers: z.record(z.string(), serverEntrySchema).optional().describe("MCP servers, as in .mcp.json."),
    capabilities: z
      .array(capabilitySchema(added))
      .optional()
      .describe("What upstreams and models can do; asked before the built-in table."),
    skills: skillsSchema.optional().describe("Skills for clients that know nothing about them."),
    modelDenyList: modelDenyListSchema
      .optional()
      .describe("A list of models that reject references, polled; the last valid one is kept."),
    probe: z.boolean().optional().describe("Probe unknown upstreams for deferral support by counting one tool twice."),
  });
}

const builtIn = configSchema({});

/**
 * Validates a config from an untrusted source. It may also name the loaders and rankers in `added`. Errors say where a value is if
 * `placeOf` knows it.
 */
export function parseConfig(
  value: unknown,
  added: AddedNames = {},
  placeOf: ConfigContext["placeOf"] = () => "",
): GatewayConfig {
  const hasNone = (added.loaders ?? []).length === 0 && (added.rankers ?? []).length === 0;
  const result = (hasNone ? builtIn : configSchema(added)).safeParse(value);
  if (result.success) return result.data;
  throw configProblem(result.error.issues, value, { fieldsAt, placeOf });
}

/** The JSON Schema of the config, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(builtIn, { io: "input" }), title: "The config of the Toolcrib gateway" };
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
