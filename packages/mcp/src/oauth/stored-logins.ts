import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import type { RemoteServerEntry, ServerEntry } from "../config/server-entry.ts";
import { BackgroundWrites } from "../files/background-writes.ts";
import { LoginProvider } from "./login-provider.ts";
import { type StoredLogin, TokenFile } from "./token-file.ts";

/**
 * The logins made with `authorizeServer`, for a pool's `authProvider`: tokens are used and renewed. A server without a
 * login gets none, and fails with `authorization_required` if it needs one. Renewed tokens are written in the
 * background.
 */
export async function loadStoredLogins(
  entries: readonly ServerEntry[],
  folder: string,
  writes: BackgroundWrites = new BackgroundWrites(),
): Promise<(entry: RemoteServerEntry) => OAuthClientProvider | undefined> {
  const providers = new Map<string, OAuthClientProvider>();
  await Promise.all(
    entries.map(async (entry) => {
      if (entry.transport === "stdio") return;
      const file = new TokenFile(folder, entry.url);
      const login = await file.read();
      if (login.tokens !== undefined) providers.set(entry.url, new LoginProvider(inBackground(file, writes), login));
    }),
  );
  return ({ url }) => providers.get(url);
}

/** A refreshed token is used even if it cannot be written to disk. */
function inBackground(file: TokenFile, writes: BackgroundWrites): (login: StoredLogin) => void {
  return (login) => writes.add({ name: "logins", file: file.path, write: () => file.write(login) });
}

/** Deletes the login for a server. */
export async function forgetLogin(entry: RemoteServerEntry, folder: string): Promise<void> {
  await new TokenFile(folder, entry.url).delete();
}
