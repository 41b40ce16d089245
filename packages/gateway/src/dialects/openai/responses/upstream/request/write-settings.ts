import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { cacheKeyField, shortId } from "../../../shared/cache-key.ts";
import { fieldsOf } from "../../../shared/loose-values.ts";
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
  const reasoning = writeReasoning(body);
  const text = writeFormat(body);
  const limit = body.max_tokens;
  return {
    ...(typeof limit === "number" ? { max_output_tokens: Math.max(minOutputTokens, limit) } : {}),
    ...(typeof body["temperature"] === "number" ? { temperature: body["temperature"] } : {}),
    ...(typeof body["top_p"] === "number" ? { top_p: body["top_p"] } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(text === undefined ? {} : { text }),
    ...writeUser(body["metadata"]),
    ...cacheKeyField(session),
  };
}

function writeReasoning(body: MessagesBody): Fields | undefined {
  const thinking = fieldsOf(body["thinking"]);
  const { effort: asked } = fieldsOf(body["output_config"]);
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

function writeFormat(body: MessagesBody): Fields | undefined {
  const format = fieldsOf(body["output_config"])["format"] ?? body["output_format"];
  if (format === undefined || format === null) return undefined;
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
