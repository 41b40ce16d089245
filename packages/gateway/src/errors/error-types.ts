/** The API's error types, each with its HTTP status. */
const statuses = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
} as const;

/** The name of one of the API's error types. */
export type ErrorType = keyof typeof statuses;

const statusesByType: ReadonlyMap<string, number> = new Map(Object.entries(statuses));
const typesByStatus: ReadonlyMap<number, string> = new Map(
  Object.entries(statuses).map(([type, status]) => [status, type]),
);

/** The API's error type for a status. A status that the API does not use maps to its class of errors. */
export function errorTypeOf(status: number): string {
  return typesByStatus.get(status) ?? (status < 500 ? "invalid_request_error" : "api_error");
}

export function isErrorType(type: string): type is ErrorType {
  return statusesByType.has(type);
}

/** The status of one of the API's error types. An unknown type counts as an upstream failure. */
export function statusOfErrorType(type: string): number {
  return statusesByType.get(type) ?? statuses.api_error;
}
