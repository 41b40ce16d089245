import type { ApiErrorBody } from "../../../contracts/inner-form.ts";
import { promptTooLong } from "../../shared/http/prompt-too-long.ts";
import { openAiKindOf } from "./error-kinds.ts";

/** An error as OpenAI's APIs write it. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
  readonly request_id?: string;
}

/** Converts an error to OpenAI's form. */
export function toOpenAiError({ error }: ApiErrorBody, requestId?: string): OpenAiError {
  const { message, details } = error;
  const { type, code } = openAiKindOf(error.type);
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
  if (type === "invalid_request_error" && promptTooLong(message) !== undefined) return "context_length_exceeded";
  return type === "not_found_error" && message.startsWith("model: ") ? "model_not_found" : undefined;
}
