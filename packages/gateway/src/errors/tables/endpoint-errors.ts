/** Paths and models that do not exist, and bodies that do not arrive whole and in time. */
export const endpointErrors = {
  not_found: {
    status: 404,
    type: "not_found_error",
    message: "Not found: {method} {path}",
    remedy: "Check the path; docs/gateway.md lists the endpoints.",
  },
  wrong_base_url: {
    status: 404,
    type: "not_found_error",
    message: "Not found: {method} {path}; expected {expected}.",
    remedy: "Correct the base URL of the client: OpenAI's clients want /v1 at its end, Anthropic's do not.",
  },
  wrong_method: {
    status: 405,
    type: "invalid_request_error",
    errorCode: "method_not_supported",
    message: "{method} is not supported at {path}, only {allowed}.",
    remedy: "Use a method that the message names; docs/gateway.md lists the endpoints.",
  },
  not_served: {
    status: 404,
    type: "not_found_error",
    message: "{path} is not served by this gateway: {reason}.",
    remedy: "Use an endpoint that docs/gateway.md lists.",
  },
  unknown_model: {
    status: 404,
    type: "not_found_error",
    message: "model: {model}",
    remedy: "Ask for a model that a route of the gateway names, or add a route.",
  },
  unsupported_encoding: {
    status: 415,
    type: "invalid_request_error",
    message: "content-encoding: expected {expected} or none, got {received}.",
    remedy: "Send the body uncompressed, or with one of these encodings.",
  },
  invalid_encoding: {
    status: 400,
    type: "invalid_request_error",
    message: "The request body is not valid {encoding}: {reason}",
    remedy: "Send the whole compressed body with the right content-encoding.",
  },
  body_too_large: {
    status: 413,
    type: "request_too_large",
    message: "Request exceeds the maximum size: at most {limit} bytes are allowed.",
    remedy: "Send less, or raise limits.bodyBytes.",
  },
  body_too_complex: {
    status: 413,
    type: "request_too_large",
    message: "Request exceeds the maximum size: expected at most {limit}, got {received}.",
    remedy: "Send fewer or simpler tools and messages; SECURITY.md lists the limits.",
  },
  client_gone: {
    status: 499,
    type: "api_error",
    message: "The client closed the connection before the answer was complete.",
    remedy: "Nothing: the upstream call was cancelled. Raise the client's timeout if it should have waited.",
  },
  time_limit: {
    status: 504,
    type: "timeout_error",
    message: "The request took longer than {seconds} seconds.",
    remedy: "Ask for less at once, or raise limits.requestSeconds.",
  },
  body_timeout: {
    status: 408,
    type: "timeout_error",
    message: "The request body did not arrive in time: no data for {seconds} seconds.",
    remedy: "Send the whole body at once, or raise limits.bodyIdleSeconds or limits.bodySeconds.",
  },
} as const;
