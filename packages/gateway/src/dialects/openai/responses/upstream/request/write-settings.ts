import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { cacheKeyField, shortId } from "../../../shared/cache-key.ts";
import { fieldsOf } from "../../../shared/loose-values.ts";
import { type SharedSettings, sharedOf, writtenFields } from "../../../shared/shared-form.ts";
import { isStrictSchema } from "../../../shared/strict-schema.ts";
import type { Fields } from "../../wire/original.ts";
import { untranslatable } from "./write-content.ts";

/** OpenAI refuses a smaller limit; clients ask for one token to see whether anybody answers. */
const minOutputTokens = 16;
const budgets: readonly (readonly [tokens: number, effort: string])[] = [
  [2048, "low"],
  [8192, "medium"],
];

/** The settings of a request of the Messages API. */
export function writeSettings(body: MessagesBody, session?: string): Fields {
  const { settings } = sharedOf(body);
  const reasoning = writeReasoning(body, settings);
  const text = { ...writeFormat(body, settings), ...verbosityField(settings) };
  const limit = body.max_tokens;
  return {
    ...(typeof limit === "number" ? { max_output_tokens: Math.max(minOutputTokens, limit) } : {}),
    ...(typeof body["temperature"] === "number" ? { temperature: body["temperature"] } : {}),
    ...(typeof body["top_p"] === "number" ? { top_p: body["top_p"] } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(Object.keys(text).length === 0 ? {} : { text }),
    ...(settings === undefined ? writeUser(body["metadata"]) : writtenFields(body, settings)),
    ...cacheKeyField(session),
  };
}

function writeReasoning(body: MessagesBody, settings: SharedSettings | undefined): Fields | undefined {
  const thinking = fieldsOf(body["thinking"]);
  const { effort: inner } = fieldsOf(body["output_config"]);
  const asked = body["thinking"] === undefined ? inner : (settings?.effort ?? inner);
  const thinks = thinking["type"] === "enabled" || thinking["type"] === "adaptive";
  const effort = typeof asked === "string" ? asked : thinks ? effortOf(thinking["budget_tokens"]) : undefined;
  const showsThoughts = thinks && thinking["display"] !== "omitted";
  if (effort === undefined && !showsThoughts) return undefined;
  return { ...(effort === undefined ? {} : { effort }), ...(showsThoughts ? { summary: "auto" } : {}) };
}

function effortOf(budget: unknown): string | undefined {
  if (typeof budget !== "number") return undefined;
  return budgets.find(([tokens]) => budget <= tokens)?.[1] ?? "high";
}

function verbosityField(settings: SharedSettings | undefined): Fields {
  return settings?.verbosity === undefined ? {} : { verbosity: settings.verbosity };
}

function writeFormat(body: MessagesBody, settings: SharedSettings | undefined): Fields | undefined {
  const format = fieldsOf(body["output_config"])["format"] ?? body["output_format"];
  const shared = settings?.format;
  if (shared?.type === "json_object") return { format: shared };
  if (format === undefined || format === null) return undefined;
  if (shared !== undefined) return { format: shared };
  const { type, schema } = fieldsOf(format);
  if (type !== "json_schema") throw untranslatable("output_config.format.type", type);
  return { format: { type, name: "response", schema, strict: isStrictSchema(schema) } };
}

/** Who asks. Without a session, the same user is served from the same cache. */
function writeUser(metadata: unknown): Fields {
  const { user_id: id } = fieldsOf(metadata);
  if (typeof id !== "string" || id === "") return {};
  const short = shortId(id);
  return { safety_identifier: short, prompt_cache_key: short };
}
