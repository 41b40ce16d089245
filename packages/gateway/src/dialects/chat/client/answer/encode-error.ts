import type { ApiErrorBody } from "../../../../contracts/inner-form.ts";

interface Kind {
  readonly type: string;
  readonly code: string | null;
}

const failure: Kind = { type: "server_error", code: null };
const kinds: ReadonlyMap<string, Kind> = new Map([
  ["invalid_request_error", { type: "invalid_request_error", code: null }],
  ["authentication_error", { type: "invalid_request_error", code: "invalid_api_key" }],
  ["billing_error", { type: "insufficient_quota", code: "insufficient_quota" }],
  ["permission_error", { type: "invalid_request_error", code: null }],
  ["not_found_error", { type: "invalid_request_error", code: null }],
  ["request_too_large", { type: "invalid_request_error", code: null }],
  ["rate_limit_error", { type: "rate_limit_error", code: "rate_limit_exceeded" }],
]);

/** An error in OpenAI's envelope. */
export function encodeError({ error }: ApiErrorBody, requestId?: string): object {
  const { message, details } = error;
  const { type, code } = kinds.get(error.type) ?? failure;
  const param = details?.["param"];
  return {
    error: {
      message,
      type,
      param: typeof param === "string" ? param : null,
      code: details?.error_code ?? codeIn(error.type, message) ?? code,
    },
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
}

/** Codes by which clients decide what to do next: shorten the conversation, or ask for another model. */
function codeIn(type: string, message: string): string | undefined {
  if (type === "invalid_request_error" && /^prompt is too long\b/i.test(message)) return "context_length_exceeded";
  return type === "not_found_error" && message.startsWith("model: ") ? "model_not_found" : undefined;
}
