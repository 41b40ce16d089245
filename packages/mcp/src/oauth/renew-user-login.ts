import { type FetchLike, OAuthError, refreshAuthorization } from "@modelcontextprotocol/client";
import { checkedAnswers } from "../redaction/checked-answers.ts";
import { boundedFetch, type UserLogin } from "./user-login.ts";

/** The errors of a token endpoint that the user can end only with a new login. */
const finalErrors: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
]);

/**
 * The login with new tokens; undefined if the authorization server does not renew it, so that the user must log in again. Throws if the
 * server does not answer as it should.
 */
export async function renewUserLogin(
  login: UserLogin,
  { fetch, now }: { readonly fetch?: FetchLike | undefined; readonly now: () => number },
): Promise<UserLogin | undefined> {
  const { tokens, discovery, clientInformation } = login;
  if (tokens.refresh_token === undefined) return undefined;
  const resource = discovery.resourceMetadata?.resource;
  const metadata = discovery.authorizationServerMetadata;
  try {
    const renewed = await refreshAuthorization(discovery.authorizationServerUrl, {
      clientInformation,
      refreshToken: tokens.refresh_token,
      fetchFn: checkedAnswers(boundedFetch(fetch)),
      ...(metadata === undefined ? {} : { metadata }),
      ...(resource === undefined ? {} : { resource }),
    });
    return { ...login, tokens: { ...tokens, ...renewed }, receivedAt: now() };
  } catch (error) {
    if (error instanceof OAuthError && finalErrors.has(error.code)) return undefined;
    throw error;
  }
}
