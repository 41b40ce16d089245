import { errorMessage, isToolcribError } from "@toolcrib/shared/errors";
import type { ToolsetServer } from "../../contracts/toolset.ts";
import { GatewayError } from "../../errors/gateway-error.ts";

/** The same for a server that does not exist and for one that rules hide from the caller. */
export function unknownServer(server: string): GatewayError {
  const reason = "it has no url, and no server of this gateway has its name";
  return new GatewayError("toolset_unavailable", { server, reason });
}

/** Why a server cannot be used, for the sender of the request: the pool's own advice is for the operator. */
export function failureReason(server: ToolsetServer, cause: unknown): string {
  if (!isToolcribError(cause)) return errorMessage(cause);
  return missingLogin(server, cause) ?? cause.summary;
}

/** The page where the user of the request has to log in, if that is why the server cannot be used. */
export function loginPageIn(cause: unknown): string | undefined {
  if (!isToolcribError(cause) || cause.code !== "user_login_required") return undefined;
  const { url } = cause.details as { readonly url?: unknown };
  return typeof url === "string" ? url : undefined;
}

/** The result that the model gets for a failed call. */
export function failureText(server: ToolsetServer, cause: unknown): string {
  const login = missingLogin(server, cause);
  if (login !== undefined) return `The MCP server ${server.name} cannot be used: ${login}`;
  return errorMessage(cause);
}

/** An API client cannot log in with a browser; it has to send a token. */
function missingLogin({ url, authorizationToken }: ToolsetServer, cause: unknown): string | undefined {
  if ((cause as { readonly code?: unknown } | null)?.code !== "authorization_required") return undefined;
  if (url === undefined) return "the operator of this gateway has to log in to it first.";
  return authorizationToken === undefined
    ? "it requires an authorization_token."
    : "it does not accept the authorization_token of the request.";
}
