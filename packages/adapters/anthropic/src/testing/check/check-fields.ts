import { ApiRejection } from "../api/api-error.ts";

const requestFields: ReadonlySet<string> = new Set([
  "model",
  "max_tokens",
  "messages",
  "tools",
  "system",
  "stream",
  "tool_choice",
  "thinking",
  "metadata",
  "stop_sequences",
  "service_tier",
  "context_management",
  "output_config",
  "cache_control",
  "mcp_servers",
  "container",
]);

/** The API rejects unknown fields. */
export function checkFields(fields: object, known: ReadonlySet<string>, path: string): void {
  for (const field of Object.keys(fields)) {
    if (!known.has(field)) throw new ApiRejection(`${path}${field}: Extra inputs are not permitted`);
  }
}

export function checkRequestFields(body: Readonly<Record<string, unknown>>, version: string | null): void {
  if (body["thread"] !== undefined && body["thread"] !== null) {
    throw new ApiRejection("Message threads are not supported here.", {
      details: { error_code: "thread_unsupported_request", unsupported: [] },
    });
  }
  for (const field of ["temperature", "top_p", "top_k"]) {
    if (version === "2026-10-21" && field in body) throw new ApiRejection(`${field}: Extra inputs are not permitted`);
  }
  checkFields(body, new Set([...requestFields, "temperature", "top_p", "top_k", "thread"]), "");
  if (typeof body["model"] !== "string") throw new ApiRejection("model: Field required");
  if (!Number.isInteger(body["max_tokens"]) || Number(body["max_tokens"]) < 1)
    throw new ApiRejection("max_tokens: Field required");
}
