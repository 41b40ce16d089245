import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A real issuer of OpenID Connect, with pages for signing in. Any name and password are right. */
export interface OidcProvider {
  readonly url: string;
  close(): void;
}

/** Starts an issuer with a public client `studio`, which is sent back to these addresses. Everybody is in the group `data`. */
export async function startOidcProvider(redirectUris: readonly string[]): Promise<OidcProvider> {
  let handle: ReturnType<Provider["callback"]> | undefined;
  const server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: "studio",
        redirect_uris: [...redirectUris],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "none",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["groups"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["for tests"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, groups: ["data"] }),
    }),
  });
  handle = provider.callback();
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
