import type { ApiErrorBody } from "../../../contracts/inner-form.ts";

/** An error as OpenAI's APIs write it. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
  readonly request_id?: string;
}

/** OpenAI's type and code for each of the inner form's error types. */
const kinds: ReadonlyMap<string, readonly [type: string, code: string | null]> = new Map([
  ["invalid_request_error", ["invalid_request_error", null]],
  ["authentication_error", ["invalid_request_error", "invalid_api_key"]],
  ["billing_error", ["insufficient_quota", "insufficient_quota"]],
  ["permission_error", ["invalid_request_error", "permission_denied"]],
  ["not_found_error", ["invalid_request_error", "not_found"]],
  ["request_too_large", ["invalid_request_error", "request_too_large"]],
  ["rate_limit_error", ["rate_limit_error", "rate_limit_exceeded"]],
  ["timeout_error", ["server_error", "timeout"]],
  ["overloaded_error", ["server_error", "server_is_overloaded"]],
  ["api_error", ["server_error", "server_error"]],
]);

const contextLengthWords = /prompt is too long|context (?:length|window)|maximum context/i;

/** Converts an error to OpenAI's form. */
export function toOpenAiError({ error }: ApiErrorBody, requestId?: string): OpenAiError {
  const { message, details } = error;
  const [type, code] = kinds.get(error.type) ?? ["server_error", "server_error"];
  const param = details?.["param"];
  return {
    message,
    type,
    param: typeof param === "string" ? param : null,
    code: details?.error_code ?? codeIn(error.type, message) ?? code,
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/** The body of an error answer. */
export function encodeOpenAiError(body: ApiErrorBody, requestId?: string): { readonly error: OpenAiError } {
  return { error: toOpenAiError(body, requestId) };
}

/** Codes by which clients decide what to do next: shorten the conversation, or ask for another model. */
function codeIn(type: string, message: string): string | undefined {
  if (type === "invalid_request_error" && contextLengthWords.test(message)) return "context_length_exceeded";
  return type === "not_found_error" && message.startsWith("model: ") ? "model_not_found" : undefined;
}
