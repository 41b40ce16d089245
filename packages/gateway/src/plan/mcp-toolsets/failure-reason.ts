import { errorMessage, isToolcribError } from "@toolcrib/shared/errors";
import type { ToolsetServer } from "../../contracts/toolset.ts";

/** Why a server of a request cannot be used, for whoever sent the request: the advice of the pool is for its operator. */
export function failureReason(server: ToolsetServer, cause: unknown): string {
  if (!isToolcribError(cause)) return errorMessage(cause);
  return missingLogin(server, cause) ?? cause.summary;
}

/** What a model is told of a call that failed. */
export function failureText(server: ToolsetServer, cause: unknown): string {
  const login = missingLogin(server, cause);
  if (login !== undefined) return `The MCP server ${server.name} cannot be used: ${login}`;
  return errorMessage(cause);
}

/** An API client cannot log in with a browser: it sends a token. */
function missingLogin({ url, authorizationToken }: ToolsetServer, cause: unknown): string | undefined {
  if ((cause as { readonly code?: unknown } | null)?.code !== "authorization_required") return undefined;
  if (url === undefined) return "the operator of this gateway has to log in to it first.";
  return authorizationToken === undefined
    ? "it requires an authorization_token."
    : "it does not accept the authorization_token of the request.";
}
