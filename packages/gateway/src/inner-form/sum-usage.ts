import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../contracts/inner-form.ts";

/**
 * The combined usage of two model calls: counts are added at every depth (`cache_creation`, `server_tool_use`,
 * `output_tokens_details`), lists such as `iterations` are concatenated, and anything else is taken from the later
 * call.
 */
export function sumUsage(before: Usage | undefined, after: Usage | undefined): Usage | undefined {
  if (before === undefined || after === undefined) return after ?? before;
  return sum(before, after) as Usage;
}

function sum(before: unknown, after: unknown): unknown {
  if (after === undefined || after === null) return before ?? after;
  if (typeof before === "number" && typeof after === "number") return before + after;
  if (Array.isArray(before) && Array.isArray(after)) return [...(before as unknown[]), ...(after as unknown[])];
  if (!isRecord(before) || !isRecord(after)) return after;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(fields.map((field) => [field, sum(before[field], after[field])]));
}
