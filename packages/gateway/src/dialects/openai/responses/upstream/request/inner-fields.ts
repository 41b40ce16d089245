import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { untranslatable } from "./write-content.ts";

/** What becomes of a field of the Messages API. */
export type FieldUse =
  /** Translated. */
  | "taken"
  /** Means nothing to this API: a hint for caches and accounting, or a setting of the client's own connection. */
  | "needless"
  /** Rejected by name, because the client relies on it. */
  | "rejected";

/** The fields of a request of the Messages API. Others are refused as the API refuses them, and what is refused is learned. */
export const innerFields: ReadonlyMap<string, FieldUse> = new Map<string, FieldUse>([
  ["model", "taken"],
  ["messages", "taken"],
  ["system", "taken"],
  ["tools", "taken"],
  ["tool_choice", "taken"],
  ["max_tokens", "taken"],
  ["temperature", "taken"],
  ["top_p", "taken"],
  ["thinking", "taken"],
  ["output_config", "taken"],
  ["output_format", "taken"],
  ["metadata", "taken"],
  ["stream", "taken"],
  ["cache_control", "needless"],
  ["context_management", "needless"],
  ["service_tier", "needless"],
  ["speed", "needless"],
  ["stop_sequences", "rejected"],
  ["top_k", "rejected"],
  ["container", "rejected"],
  ["mcp_servers", "rejected"],
  ["inference_geo", "rejected"],
]);

/** Rejects what cannot be translated. */
export function checkInnerFields(body: MessagesBody): void {
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    const use = innerFields.get(field);
    if (use === "rejected") throw untranslatable(field, JSON.stringify(value).slice(0, 100));
    if (use !== undefined) continue;
    const message = `${field}: Extra inputs are not permitted`;
    throw new UpstreamError(400, { type: "invalid_request_error", message }, { isRetryable: false });
  }
}
