/** MCP servers of requests, and logins of users there. */
export const mcpErrors = {
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
} as const;
