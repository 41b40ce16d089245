import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { shortId } from "../../../shared/cache-key.ts";
import { isStrictSchema } from "../../../shared/strict-schema.ts";
import type { ChatTraits } from "./chat-traits.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What becomes of a field of the inner form. `docs/upstreams.md` holds the same table; a test compares the two. */
export const innerFields: ReadonlyMap<string, string> = new Map([
  ["model", "`model`"],
  ["system", "the first message"],
  ["messages", "`messages`"],
  ["tools", "`tools`"],
  ["tool_choice", "`tool_choice` and `parallel_tool_calls`"],
  ["max_tokens", "`max_tokens`, or `max_completion_tokens` where the server wants that"],
  ["temperature", "`temperature`"],
  ["top_p", "`top_p`"],
  ["top_k", "`top_k`, which servers of open models know"],
  ["stop_sequences", "`stop`"],
  ["stream", "`stream`, with `stream_options.include_usage`"],
  ["thinking", "`reasoning_effort`, if it has a budget or `output_config` an effort"],
  ["output_config", "`response_format` and `reasoning_effort`"],
  ["output_format", "`response_format`"],
  ["metadata", "`user`; an id over 64 characters is hashed"],
  ["mcp_servers", "nothing: the gateway runs toolsets, and rejects those that it cannot run"],
  ["cache_control", "nothing: the server decides what it caches"],
  ["context_management", "nothing: the whole conversation is sent"],
  ["service_tier", "nothing: the upstream's account decides it"],
  ["speed", "nothing: the upstream's account decides it"],
  ["diagnostics", "nothing: it only asks for a report"],
]);
const outputFields: ReadonlySet<string> = new Set(["effort", "format"]);

/**
 * Rejects by name what has no counterpart. The words are those of a server that does not know a field, so the gateway leaves out what a
 * request can do without, notes it in the trace, and passes on the rejection of anything else.
 */
export function checkInnerFields(body: MessagesBody): void {
  for (const [field, value] of Object.entries(body)) {
    if (value !== undefined && value !== null && !innerFields.has(field)) throw unknownField(field);
  }
  const config = body["output_config"];
  if (!isRecord(config)) return;
  for (const [field, value] of Object.entries(config)) {
    if (value !== undefined && value !== null && !outputFields.has(field)) throw unknownField(`output_config.${field}`);
  }
}

/** The fields that are neither messages nor tools. */
export function writeRequestFields(body: MessagesBody, traits: ChatTraits): Fields {
  const stops = body["stop_sequences"];
  const limit = traits.takesCompletionTokens ? "max_completion_tokens" : "max_tokens";
  return {
    ...numberField(limit, body.max_tokens),
    ...numberField("temperature", body["temperature"]),
    ...numberField("top_p", body["top_p"]),
    ...numberField("top_k", body["top_k"]),
    ...(Array.isArray(stops) && stops.length > 0 ? { stop: stops as unknown[] } : {}),
    ...formatField(body),
    ...(traits.takesEffort ? effortField(body) : {}),
    ...userField(body["metadata"]),
  };
}

function numberField(name: string, value: unknown): Fields {
  return typeof value === "number" ? { [name]: value } : {};
}

function formatField(body: MessagesBody): Fields {
  const config = body["output_config"];
  const format = (isRecord(config) ? config["format"] : undefined) ?? body["output_format"];
  if (format === undefined || format === null) return {};
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
function effortField(body: MessagesBody): Fields {
  const { thinking, output_config: config } = body;
  if (!isRecord(thinking) || (thinking["type"] !== "enabled" && thinking["type"] !== "adaptive")) return {};
  const asked = isRecord(config) ? efforts.get(config["effort"]) : undefined;
  if (asked !== undefined) return { reasoning_effort: asked };
  const budget = thinking["budget_tokens"];
  if (typeof budget !== "number") return {};
  return { reasoning_effort: budgets.find(([most]) => budget <= most)?.[1] ?? "high" };
}

function userField(metadata: unknown): Fields {
  const user = isRecord(metadata) ? metadata["user_id"] : undefined;
  if (typeof user !== "string" || user === "") return {};
  return { user: shortId(user) };
}

function unknownField(field: string): UpstreamError {
  return invalid(`${field}: Extra inputs are not permitted`);
}

function invalid(message: string): UpstreamError {
  return new UpstreamError(400, { type: "invalid_request_error", message });
}
