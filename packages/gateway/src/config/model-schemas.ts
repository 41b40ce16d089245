import { loaderNames } from "@toolcrib/core/loaders";
import { providers } from "@toolcrib/core/settings";
import { z } from "zod";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import type { OwnSetting } from "../contracts/upstream-dialect.ts";
import { upstreamDialects } from "../dialects/upstream-dialects.ts";
import { isDroppable, parseFieldPath } from "../fields/field-path.ts";
import { isForwardable } from "../outgoing/header-list.ts";
import type { AddedNames } from "./added-names.ts";
import type { ModelDenyListConfig, RouteConfig, UpstreamConfig } from "./gateway-config.ts";
import { toolHandlingFields } from "./tool-handling-schema.ts";

const seconds = z.number().positive();
const count = z.int().min(0);

const droppedField = z
  .string()
  .max(200)
  .refine((path) => isDroppable(parseFieldPath(path)), {
    error: "a field that a request can do without, such as output_config or tools.*.eager_input_streaming",
  });

const forwardedHeader = z.string().refine(isForwardable, {
  error:
    "the name of a header, or its beginning and *, such as x-title or helicone-*, that is none of the connection, of a proxy, of cookies or of keys",
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
  forwardHeaders: z
    .array(forwardedHeader)
    .max(64)
    .optional()
    .describe(
      "Names of the client's headers that are passed on besides the usual ones, such as x-title or helicone-*.",
    ),
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

/** One of `upstreams` in a config. */
export const upstreamSchema: z.ZodType<UpstreamConfig> = upstreamFields.superRefine((given, context) => {
  const { ownSettings: own = [], takesLogin } = upstreamDialects.find(({ name }) => name === given.dialect) ?? {};
  if (takesLogin === false && given.url !== undefined && hasLogin(given.url)) {
    const message = `a URL without a login, which ${given.dialect} cannot send: put it into headers, such as { "authorization": "Basic …" }`;
    context.addIssue({ code: "custom", path: ["url"], message });
  }
  for (const setting of ["apiKeyHeader", "package", "settings"] as const) {
    if (given[setting] === undefined || own.includes(setting)) continue;
    const message = `no ${setting}: it is for ${dialectsWith(setting)} only`;
    context.addIssue({ code: "custom", path: [setting], message });
  }
});

function hasLogin(url: string): boolean {
  return URL.canParse(url) && new URL(url).username + new URL(url).password !== "";
}

/** One of `routes` in a config. */
export function routeSchema(added: AddedNames): z.ZodType<RouteConfig> {
  return z.strictObject({
    model: z.string().min(1).describe("Pattern of the model's name; * and ? stand for other characters."),
    upstream: z.string().min(1).optional().describe("The upstream's name. Default: the first one."),
    upstreamModel: z
      .string()
      .min(1)
      .optional()
      .describe("The model's name for the upstream. Default: the client's own."),
    ...toolHandlingFields(added),
  });
}

/** One of `capabilities` in a config. */
export function capabilitySchema({ loaders = [] }: AddedNames): z.ZodType<CapabilityEntry> {
  return z.strictObject({
    upstream: z.string().optional().describe("Pattern of the upstream's name."),
    host: z.string().optional().describe("Pattern of the host in its URL."),
    model: z.string().optional().describe("Pattern of the model's name."),
    loader: z.enum([...loaderNames, ...loaders]).describe("The loader that fits."),
    searchLoader: z
      .enum(loaderNames)
      .optional()
      .describe(
        "The loader for clients that ask for a search of their upstream's own, such as openrouter:tool_search.",
      ),
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
}

/** `modelDenyList` in a config. */
export const modelDenyListSchema: z.ZodType<ModelDenyListConfig> = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).describe("Answers with a JSON array of model patterns."),
  pollSeconds: z.number().min(1).optional().describe("How often it is fetched. Default: 3600."),
});
