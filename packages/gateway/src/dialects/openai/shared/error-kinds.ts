import { type ErrorType, isErrorType, statusOfErrorType } from "../../../errors/error-types.ts";

/** How OpenAI's APIs report an error of the inner form. */
interface ErrorKind {
  readonly type: string;
  readonly code: string | null;
  /** Other codes and types that servers use for it. */
  readonly aliases: readonly string[];
}

/** Read in both directions: errors for clients are written from it, and codes of upstreams are looked up in it. */
const kinds: Readonly<Record<ErrorType, ErrorKind>> = {
  invalid_request_error: {
    type: "invalid_request_error",
    code: null,
    aliases: ["context_length_exceeded", "invalid_prompt", "BadRequestError"],
  },
  authentication_error: { type: "invalid_request_error", code: "invalid_api_key", aliases: [] },
  billing_error: { type: "insufficient_quota", code: "insufficient_quota", aliases: ["billing_hard_limit_reached"] },
  permission_error: { type: "invalid_request_error", code: "permission_denied", aliases: ["data_residency_mismatch"] },
  not_found_error: {
    type: "invalid_request_error",
    code: "not_found",
    aliases: ["model_not_found", "previous_response_not_found", "NotFoundError"],
  },
  request_too_large: { type: "invalid_request_error", code: "request_too_large", aliases: [] },
  rate_limit_error: { type: "rate_limit_error", code: "rate_limit_exceeded", aliases: ["usage_limit_reached"] },
  timeout_error: { type: "server_error", code: "timeout", aliases: ["vector_store_timeout"] },
  overloaded_error: { type: "server_error", code: "server_is_overloaded", aliases: ["slow_down"] },
  api_error: { type: "server_error", code: "server_error", aliases: [] },
};

const statusesByName: ReadonlyMap<string, number> = new Map(
  Object.entries(kinds).flatMap(([type, { code, aliases }]) =>
    [type, ...(code === null ? [] : [code]), ...aliases].map((name) => [name, statusOfErrorType(type)] as const),
  ),
);

/** OpenAI's type and code for an error type of the inner form. An unknown type counts as a failure of the server. */
export function openAiKindOf(type: string): Pick<ErrorKind, "type" | "code"> {
  return kinds[isErrorType(type) ? type : "api_error"];
}

/** The status of an error that is reported inside an answer or a stream, by its code or its type. */
export function statusOfOpenAiName(name: string | undefined): number | undefined {
  return name === undefined ? undefined : statusesByName.get(name);
}
