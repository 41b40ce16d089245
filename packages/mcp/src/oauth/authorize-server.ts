import { randomUUID } from "node:crypto";
import { auth, computeScopeUnion, type FetchLike } from "@modelcontextprotocol/client";
import { Redactor } from "@toolcrib/core/redaction";
import type { RemoteServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { abortable } from "../pool/abortable.ts";
import { checkedAnswers } from "../redaction/checked-answers.ts";
import { entrySecrets } from "../redaction/entry-secrets.ts";
import { openCallbackPlace } from "./await-callback.ts";
import { LoginProvider } from "./login-provider.ts";
import { readChallenge } from "./read-challenge.ts";
import { TokenFile } from "./token-file.ts";

/** Options of a login. */
export interface AuthorizeOptions {
  readonly entry: RemoteServerEntry;
  /** Where tokens are stored, such as `defaultDataFolder`. */
  readonly folder: string;
  /** Opens the login page: in a browser, or with a message that asks the user to. */
  readonly openUrl: (url: URL) => void | Promise<void>;
  /** A client that is already registered, for servers without dynamic registration. */
  readonly client?: { readonly id: string; readonly secret?: string };
  /** The redirect port, if the registered client requires a certain one. Default: any free one. */
  readonly port?: number;
  readonly fetch?: FetchLike;
  /** Stops waiting for the user. */
  readonly signal?: AbortSignal;
}

/** Logs a user in to a remote server, and stores the tokens. Throws `authorization_failed` if that fails. */
export async function authorizeServer(options: AuthorizeOptions): Promise<void> {
  const { entry, folder, openUrl, client, port, fetch = globalThis.fetch, signal } = options;
  const state = randomUUID();
  const place = await openCallbackPlace(state, port);
  const file = new TokenFile(folder, entry.url);
  // A client registered for an earlier login has another redirect port, so register a new one.
  const clientInformation =
    client === undefined
      ? undefined
      : { client_id: client.id, ...(client.secret === undefined ? {} : { client_secret: client.secret }) };
  const provider = new LoginProvider(
    (login) => file.write(login),
    { clientInformation },
    { redirectUrl: place.redirectUrl, state, openUrl },
  );
  const { wantedScope } = await file.read();
  const { resourceMetadataUrl, ...challenge } = await readChallenge(entry, fetch);
  const scope = computeScopeUnion(challenge.scope, wantedScope);
  const common = {
    serverUrl: entry.url,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
    fetchFn: checkedAnswers(fetch),
  };
  try {
    if ((await auth(provider, common)) === "AUTHORIZED") return;
    const parameters = await abortable(place.parameters, signal);
    const code = parameters.get("code");
    const issuer = parameters.get("iss");
    if (code === null) throw new Error(parameters.get("error") ?? "the browser came back without a code");
    await auth(provider, { ...common, authorizationCode: code, ...(issuer === null ? {} : { iss: issuer }) });
  } catch (error) {
    const { access_token: access, refresh_token: refresh } = provider.tokens() ?? {};
    const redactor = new Redactor([...entrySecrets(entry), client?.secret, access, refresh]);
    const reason = reasonOf(error, (text) => redactor.text(text));
    throw new McpError("authorization_failed", { server: entry.name, reason }, { cause: error });
  } finally {
    place.close();
  }
}
