import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { shortId } from "../../../shared/cache-key.ts";
import { type SharedSettings, sharedOf, writtenFields } from "../../../shared/shared-form.ts";
import { isStrictSchema } from "../../../shared/strict-schema.ts";
import type { ChatTraits } from "./chat-traits.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields that are neither messages nor tools. */
export function writeRequestFields(body: MessagesBody, traits: ChatTraits): Fields {
  const stops = body["stop_sequences"];
  const { settings } = sharedOf(body);
  const limit = traits.takesCompletionTokens ? "max_completion_tokens" : "max_tokens";
  return {
    ...numberField(limit, body.max_tokens),
    ...numberField("temperature", body["temperature"]),
    ...numberField("top_p", body["top_p"]),
    ...numberField("top_k", body["top_k"]),
    ...(Array.isArray(stops) && stops.length > 0 ? { stop: stops as unknown[] } : {}),
    ...formatField(body, settings),
    ...(traits.takesEffort ? effortField(body, settings) : {}),
    ...(settings === undefined ? userField(body["metadata"]) : settingFields(body, settings)),
  };
}

function numberField(name: string, value: unknown): Fields {
  return typeof value === "number" ? { [name]: value } : {};
}

/** What a client of the Responses API says in its own words. */
function settingFields(body: MessagesBody, settings: SharedSettings): Fields {
  const { verbosity, logprobs } = settings;
  return {
    ...writtenFields(body, settings),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(logprobs === true ? { logprobs } : {}),
  };
}

function formatField(body: MessagesBody, settings: SharedSettings | undefined): Fields {
  const shared = settings?.format;
  if (shared?.type === "json_object") return { response_format: shared };
  const config = body["output_config"];
  const format = (isRecord(config) ? config["format"] : undefined) ?? body["output_format"];
  if (format === undefined || format === null) return {};
  if (shared !== undefined) {
    const { type, ...json_schema } = shared;
    return { response_format: { type, json_schema } };
  }
  if (!isRecord(format) || format["type"] !== "json_schema" || !isRecord(format["schema"])) {
    throw invalid("output_config.format: expected type json_schema with a schema");
  }
  const { schema } = format;
  const strict = isStrictSchema(schema) ? { strict: true } : {};
  return { response_format: { type: "json_schema", json_schema: { name: "response", schema, ...strict } } };
}

const efforts: ReadonlyMap<unknown, string> = new Map([
  ["minimal", "minimal"],
  ["low", "low"],
  ["medium", "medium"],
  ["high", "high"],
  ["xhigh", "xhigh"],
  ["max", "xhigh"],
]);
const budgets: readonly (readonly [number, string])[] = [
  [2_048, "low"],
  [8_192, "medium"],
  [Number.POSITIVE_INFINITY, "high"],
];

/** How much the client wants the model to think, if it says so. */
function effortField(body: MessagesBody, settings: SharedSettings | undefined): Fields {
  const { thinking, output_config: config } = body;
  if (thinking !== undefined && settings?.effort !== undefined) return { reasoning_effort: settings.effort };
  const { type, budget_tokens: given } = isRecord(thinking) ? thinking : {};
  if (type === "disabled") return {};
  const asked = isRecord(config) ? efforts.get(config["effort"]) : undefined;
  if (asked !== undefined) return { reasoning_effort: asked };
  const budget = type === "enabled" ? given : undefined;
  if (typeof budget !== "number") return {};
  return { reasoning_effort: budgets.find(([most]) => budget <= most)?.[1] ?? "high" };
}

function userField(metadata: unknown): Fields {
  const user = isRecord(metadata) ? metadata["user_id"] : undefined;
  if (typeof user !== "string" || user === "") return {};
  return { user: shortId(user) };
}

function invalid(message: string): UpstreamError {
  return new UpstreamError(400, { type: "invalid_request_error", message });
}
