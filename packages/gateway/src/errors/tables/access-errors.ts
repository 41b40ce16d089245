/** Who may use the gateway, and changes of access. */
export const accessErrors = {
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
} as const;
