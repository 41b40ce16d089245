import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it. Those
 * with a `status` are sent to a client in the API's envelope: its `type`, and its own message if known (then only the
 * message is sent). `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  invalid_json: {
    status: 400,
    type: "invalid_request_error",
    message: "The request body is not valid JSON: {reason}",
    remedy: "Send one JSON object in UTF-8, complete and with the right content-length.",
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
  toolset_unavailable: {
    status: 400,
    type: "invalid_request_error",
    message: "mcp_servers: The MCP server {server} cannot be used: {reason}",
    remedy: "Check the server's URL and its token, and whether it answers.",
  },
  mcp_login_required: {
    status: 400,
    type: "invalid_request_error",
    errorCode: "mcp_login_required",
    message: "mcp_servers: The MCP server {server} needs your own login: open {url} in a browser.",
    remedy: "Log in there once, and then repeat the request.",
  },
  mcp_login_unknown: {
    status: 400,
    type: "invalid_request_error",
    message: "This login cannot be finished: {reason}.",
    remedy: "Open the page of the server at /connect, and start again.",
  },
  mcp_login_failed: {
    status: 400,
    type: "invalid_request_error",
    message: "The login to the MCP server {server} failed: {reason}",
    remedy: "Start again. If the problem persists, check the server's URL, and auth in its entry of the config.",
  },
  user_required: {
    status: 403,
    type: "permission_error",
    message: "Logins at MCP servers belong to users, and this caller is not a user.",
    remedy: "Use a key that belongs to a user (toolcrib keys create NAME --user USER), or sign in with OpenID Connect.",
  },
  toolset_forbidden: {
    status: 400,
    type: "invalid_request_error",
    message:
      "mcp_servers: The URL of the MCP server {server} is not allowed here: expected {expected}, got {received}.",
    remedy: "Use an allowed host, or ask the operator to add it to mcp.allowedHosts.",
  },
  missing_key: {
    status: 401,
    type: "authentication_error",
    message: "A key of this gateway is required: expected it in x-api-key, authorization or toolcrib-key, got none.",
    remedy: "Send the key that the operator gave you.",
  },
  invalid_key: {
    status: 401,
    type: "authentication_error",
    message: "invalid x-api-key",
    remedy: "Send a key of this gateway; create a new key if it is lost, because only its hash is stored.",
  },
  expired_key: {
    status: 401,
    type: "authentication_error",
    message: "This key expired at {at}.",
    remedy: "Ask for a new one, or rotate it: `toolcrib keys rotate`.",
  },
  invalid_token: {
    status: 401,
    type: "authentication_error",
    message: "The token is not accepted: {reason}.",
    remedy: "Sign in again, and check issuer, audience and claims of oidc in the config.",
  },
  identity_unavailable: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "Tokens cannot be verified, because their issuer cannot be used: {reason}.",
    remedy: "Send the request again later. If the problem persists, check oidc.issuer in the config.",
  },
  sign_in_failed: {
    status: 400,
    type: "invalid_request_error",
    message: "Signing in failed: {reason}.",
    remedy: "Start again at /auth/sign-in.",
  },
  keys_unavailable: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "The gateway has not read its keys yet, because its store does not answer.",
    remedy: "Send the request again later. If the problem persists, check the store of the gateway.",
  },
  forbidden_host: {
    status: 403,
    type: "permission_error",
    message: "The Host header is not one of this gateway: expected a loopback name, got {received}.",
    remedy: "Use localhost or 127.0.0.1, or add the name to allowedHosts.",
  },
  forbidden_origin: {
    status: 403,
    type: "permission_error",
    message: "Pages of this origin may not call the gateway: expected one of cors.origins, got {received}.",
    remedy: "Add the origin to cors.origins if the page is yours.",
  },
  forbidden_admin: {
    status: 403,
    type: "permission_error",
    message: "This key may not use this part of the admin API: expected a key with a higher role, got {received}.",
    remedy: 'Use a key with the role admin or operator, or one with "admin": true in the config.',
  },
  forbidden_organisation: {
    status: 403,
    type: "permission_error",
    message: "This caller may only manage its own organisation: expected {expected}, got {received}.",
    remedy: "Name your own organisation, or ask the operator of the gateway.",
  },
  invalid_change: {
    status: 400,
    type: "invalid_request_error",
    message: "The change cannot be made: expected {field} to be {expected}, got {received}.",
    remedy: "Send a change as docs/admin-api.md describes it.",
  },
  access_not_found: {
    status: 404,
    type: "not_found_error",
    message: "There is no {what}.",
    remedy: "List what exists with GET /admin/access or `toolcrib access`.",
  },
  access_conflict: {
    status: 409,
    type: "invalid_request_error",
    message: "{what} cannot be changed: {reason}.",
    remedy: "List what exists with GET /admin/access or `toolcrib access`, and change the request.",
  },
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
  too_many_requests: {
    status: 429,
    type: "rate_limit_error",
    retryAfterSeconds: 1,
    message: "Too many requests with this key: {limit} are running.",
    remedy: "Wait until some have ended, or raise limits.concurrentRequestsPerKey.",
  },
  quota_used_up: {
    status: 429,
    type: "rate_limit_error",
    message: "The quota {name} is used up: {limit} {unit} per {window}. It starts again in {seconds} seconds.",
    remedy: "Send the request again then, or ask the operator to raise the quota.",
  },
  audit_off: {
    status: 404,
    type: "not_found_error",
    message: "This gateway keeps no audit log.",
    remedy: 'Set "audit": {} in its config.',
  },
  overloaded: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "Overloaded: {limit} requests are running.",
    remedy: "Try again a little later, or raise limits.concurrentRequests.",
  },
  overloaded_bodies: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "Overloaded: request bodies exceed the limit of {limit} bytes.",
    remedy: "Try again a little later, or raise limits.bodyBytesInFlight.",
  },
  overloaded_memory: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 2,
    message: "Overloaded: the memory is nearly full.",
    remedy: "Try again a little later, or give the process more memory and raise limits.memoryBytes.",
  },
  overloaded_connection: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "Overloaded: {limit} requests of this connection are running.",
    remedy: "Use more connections, or raise limits.requestsPerConnection.",
  },
  learning_off: {
    status: 404,
    type: "not_found_error",
    message: "This gateway does not learn from calls.",
    remedy: 'Set "search": { "learn": true } in its config, or start it with --learn.',
  },
  history_not_found: {
    status: 404,
    type: "not_found_error",
    message: "Nothing is learned for '{tenant}'.",
    remedy: "GET /admin/learning lists the tenants: the names of the keys or, without keys, an id for each caller.",
  },
  store_unavailable: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "The gateway cannot read or change what it has stored.",
    remedy: "Send the request again later. If the problem persists, check the store of the gateway.",
  },
  shutting_down: {
    status: 529,
    type: "overloaded_error",
    retryAfterSeconds: 1,
    message: "The gateway is shutting down before this answer was complete.",
    remedy: "Send the request again; another instance, or this one after its restart, will answer.",
  },
  internal: {
    status: 500,
    type: "api_error",
    message: "Internal server error",
    remedy: "Search the gateway's log for the request id.",
  },
  config_unreadable: {
    message: "The config file {file} cannot be read: expected a JSON object, got {reason}.",
    remedy: "Check the path and the JSON.",
  },
  config_key_twice: {
    message:
      "The config file {file} has the key {key} twice: expected it once, got it in line {first} and in line {second}.",
    remedy: "Remove or rename one of the two.",
  },
  config_invalid: {
    message: "The config is not usable{place}: expected {field} to be {expected}, got {received}.",
    remedy: "Correct it, or leave it out to get the default; toolcrib.schema.json describes every field.",
  },
  config_unknown_field: {
    message: "The config has an unknown field{place}: expected {expected}, got {field}.",
    remedy: "Correct its name, or remove it; toolcrib.schema.json describes every field.",
  },
  invalid_part: {
    message: "An option of createGateway is not usable: expected {part} of specification v1, got {received}.",
    remedy: "Pass an object that implements this contract, with its specificationVersion.",
  },
  duplicate_endpoint: {
    message: "Two dialects would answer {path}: expected one, got {first} and {second}.",
    remedy: "Leave one of them out, or give it other paths.",
  },
  duplicate_upstream: {
    message: "Duplicate upstream name: expected unique names, got {name} twice.",
    remedy: "Rename the upstream passed to createGateway, or the one in the config.",
  },
  unknown_loader: {
    message: "The config names an unknown loader: expected one of {known}, got {name}.",
    remedy: "Name another, or pass the loader to createGateway.",
  },
  duplicate_loader: {
    message: "Duplicate loader name: expected unique names, got {name} twice.",
    remedy: "Give the added loader another name.",
  },
  unknown_ranker: {
    message: "The config names an unknown ranker: expected one of {known}, got {name}.",
    remedy: "Name another, or pass the ranker to createGateway.",
  },
  embedder_missing: {
    message: "The config names an embedder that createGateway was not given: expected {name}, got none.",
    remedy: "Pass the embedder to createGateway, such as await loadEncoder(), or leave search.embedder out.",
  },
  languages_missing: {
    message:
      "The config turns on other languages: expected a language reader in the options of createGateway, got none.",
    remedy: "Pass languages to createGateway, such as createLanguages(), or leave search.languages out.",
  },
  index_needs_store: {
    message:
      "The config asks for search in the store: expected a store in a folder or in PostgreSQL, got one in memory.",
    remedy: "Set `store` to a folder or a postgres:// URL, or leave search.index out.",
  },
  duplicate_ranker: {
    message: "Duplicate ranker name: expected unique names, got {name} twice.",
    remedy: "Give the added ranker another name.",
  },
  unknown_upstream: {
    message: "The route for {model} names an unknown upstream: expected one of {available}, got {received}.",
    remedy: "Add it to upstreams, or name another.",
  },
  key_missing_in_environment: {
    message: "The upstream {upstream} takes its key from the environment: expected {variable} to be set, got nothing.",
    remedy: "Set the variable, or leave apiKeyEnv out to forward the clients' own keys.",
  },
  open_without_keys: {
    message:
      "The gateway would be open to others without a key: expected keys, oidc or requireKeys in the config, or a loopback host, got {host}.",
    remedy: "Listen on 127.0.0.1, or create a key with toolcrib key and put its hash into keys.",
  },
  port_not_allowed: {
    message: "Port {port} on {host} cannot be used: expected permission to listen there, got {reason}.",
    remedy:
      "Choose a port above 1023 with --port or port in the config, or give the process the right to use low ports.",
  },
  host_not_here: {
    message: "Cannot listen on {host}: expected an address of this machine, got {reason}.",
    remedy:
      "Use 127.0.0.1 for this machine alone, or 0.0.0.0 with keys for all of its addresses (--host, or host in the config).",
  },
  port_in_use: {
    message: "Port {port} on {host} cannot be used: expected a free port, got {reason}.",
    remedy: "Stop the other program, or choose another port with --port or port in the config (0 takes any free one).",
  },
  secret_keys_needed: {
    message:
      "The server {server} uses logins of users, which the store keeps encrypted: expected keys in {variable}, got none.",
    remedy: "Create a key with toolcrib secrets key, and set the variable for all gateways of the store.",
  },
  invalid_audit_key: {
    message:
      "The key that signs the audit log is invalid: expected {variable} to hold a private key, got something else.",
    remedy: "Create one with toolcrib audit key, and put the private part into the variable.",
  },
  audit_without_journal: {
    message: "The store cannot keep an audit log: expected one with a journal, got one without.",
    remedy: "Leave audit out of the config, or give createGateway a store that has a journal.",
  },
  provider_package_missing: {
    message: "Provider package {package} cannot be loaded: expected it to be installed, got {reason}.",
    remedy: "Run npm i {package} in the folder of the gateway or of the config, or correct the name of the package.",
  },
  provider_package_unusable: {
    message: "The provider package {package} is not usable: expected {expected}, got {received}.",
    remedy: "Name a package of the AI SDK that provides language models, and the settings it needs.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type GatewayErrorCode = keyof typeof errorTable;

/** The codes of the errors that are sent to a client. */
export type RequestErrorCode = {
  [Code in GatewayErrorCode]: (typeof errorTable)[Code] extends { readonly status: number } ? Code : never;
}[GatewayErrorCode];

/** The codes of errors in the operator's input. */
export type ConfigErrorCode = Exclude<GatewayErrorCode, RequestErrorCode>;

/** The values in an error's message, as plain data. */
export type GatewayErrorDetails<Code extends GatewayErrorCode> = ErrorDetails<typeof errorTable, Code>;
