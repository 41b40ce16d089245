/** Requests that cannot be read or are not valid. */
export const requestErrors = {
  invalid_json: {
    status: 400,
    type: "invalid_request_error",
    message: "The request body is not valid JSON: {reason}",
    remedy: "Send one JSON object in UTF-8, complete and with the right content-length.",
  },
  ambiguous_field: {
    status: 400,
    type: "invalid_request_error",
    message: "The request body is ambiguous: {problem}, got {field}.",
    remedy:
      "Write each field of the API once, as the API spells it and without escapes: parsers differ in what they read otherwise.",
  },
  invalid_head: {
    status: 400,
    type: "invalid_request_error",
    message: "Invalid request line or headers: expected the {part} to be {expected}, got {received}.",
    remedy: "Send plain HTTP/1.1 with one Host header and the path of an endpoint.",
  },
  invalid_body: {
    status: 400,
    type: "invalid_request_error",
    message: "{field}: {problem}",
    remedy: "Send what the Messages API accepts in this field.",
  },
  invalid_parameter: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "invalid_value",
    message: "Invalid '{field}': {problem}.",
    remedy: "Send what OpenAI's API takes in this field.",
  },
  unknown_parameter: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "unknown_parameter",
    message: "Unknown parameter: '{field}'.",
    remedy: "Leave the field out; docs/dialects.md lists the fields that are taken.",
  },
  unsupported_parameter: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "unsupported_parameter",
    message: "'{field}' is not supported by this gateway: {reason}.",
    remedy: "Leave it out, or send the request to an upstream that supports it.",
  },
  previous_response_not_found: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "previous_response_not_found",
    message: "Previous response with id '{id}' not found.",
    remedy:
      "Send the whole conversation in input. Responses are kept for a day, for the key that made them, unless store is false.",
  },
  item_not_found: {
    status: 404,
    type: "invalid_request_error",
    errorCode: "not_found",
    message: "Item with id '{id}' not found.",
    remedy:
      "Send the item itself. Items are kept with their responses for a day, for the key that made them, unless store is false.",
  },
  response_not_found: {
    status: 404,
    type: "not_found_error",
    message: "Response with id '{id}' not found.",
    remedy: "Responses are kept for a day, for the key that made them, unless store is false.",
  },
  thread_unsupported: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "thread_unsupported_request",
    message: "thread: Message threads are not supported here.",
    remedy:
      "Send the whole conversation and its tools with every request; the SDK does so by itself after this answer.",
  },
  all_tools_deferred: {
    status: 400,
    type: "invalid_request_error",
    message: "At least one tool must have defer_loading=false. All tools cannot be deferred.",
    remedy: "Leave defer_loading off at least one tool, such as the one that searches.",
  },
  forced_tool_unknown: {
    status: 400,
    type: "invalid_request_error",
    message: "Tool '{name}' not found in provided tools",
    remedy: "Name a tool of the request in tool_choice, or leave the choice to the model.",
  },
  tool_reference_unresolved: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "tool_reference_unresolved",
    message: "tool_addition/tool_removal references unknown tool '{name}'",
    remedy: "Define the tool in tools, or in an earlier tool_addition, before it is added or removed.",
  },
  too_many_deferred_tools: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "available_tools_limit_exceeded",
    message: "tools: At most {limit} deferred tools are allowed, got {received}.",
    remedy: "Send fewer deferred tools, or raise limits.deferredTools.",
  },
  too_many_tools: {
    status: 400,
    type: "invalid_request_error",
    message: "tools: At most {limit} tools are allowed, got {received}.",
    remedy: "Send fewer tools, or raise limits.tools.",
  },
} as const;
