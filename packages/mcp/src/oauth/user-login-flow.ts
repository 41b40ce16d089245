import {
  auth,
  computeScopeUnion,
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { Redactor } from "@toolcrib/core/redaction";
import type { UserServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { checkedAnswers } from "../redaction/checked-answers.ts";
import { entrySecrets } from "../redaction/entry-secrets.ts";
import { clientMetadataFor } from "./login-provider.ts";
import { readChallenge } from "./read-challenge.ts";
import { boundedFetch, type LoginFlow, type UserLogin } from "./user-login.ts";

/** What both halves of a login need. */
interface FlowOptions {
  readonly entry: UserServerEntry;
  /** Where the authorization server sends the user back to. */
  readonly redirectUrl: string;
  readonly fetch?: FetchLike | undefined;
}

export interface StartUserLoginOptions extends FlowOptions {
  readonly state: string;
  /** The gateway's registration at the authorization server, if it has one. */
  readonly client: StoredOAuthClientInformation | undefined;
  /** Scope that the user's calls needed and the login before lacked. */
  readonly wantedScope?: string | undefined;
}

export interface FinishUserLoginOptions extends FlowOptions {
  readonly flow: LoginFlow;
  readonly code: string;
  /** `iss` of the callback. */
  readonly issuer: string | undefined;
  readonly now: () => number;
}

/** Starts a login: where to send the user, and what to keep until the user comes back. Throws `authorization_failed`. */
export async function startUserLogin(
  options: StartUserLoginOptions,
): Promise<{ readonly url: URL; readonly flow: LoginFlow }> {
  const { entry, state, client, wantedScope } = options;
  const fetch = boundedFetch(options.fetch);
  const { resourceMetadataUrl, scope: challenged } = await readChallenge(entry, fetch);
  const scope = computeScopeUnion(entry.auth.scope ?? challenged, wantedScope);
  const provider = new FlowProvider(options.redirectUrl, state, {
    clientInformation: configuredClient(entry) ?? client,
  });
  try {
    await auth(provider, {
      serverUrl: entry.url,
      fetchFn: checkedAnswers(fetch),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    });
    const { url, codeVerifier, clientInformation, discovery } = provider.kept;
    if (url === undefined || codeVerifier === undefined || clientInformation === undefined || discovery === undefined)
      throw new Error("the authorization server could not be found");
    return { url, flow: { codeVerifier, clientInformation, discovery } };
  } catch (error) {
    throw failed(entry, error, []);
  }
}

/** Exchanges the code that the user came back with. Throws `authorization_failed`. */
export async function finishUserLogin(options: FinishUserLoginOptions): Promise<UserLogin> {
  const { entry, flow, code, issuer, redirectUrl, now } = options;
  const provider = new FlowProvider(redirectUrl, "", flow);
  try {
    const fetchFn = checkedAnswers(boundedFetch(options.fetch));
    const iss = issuer === undefined ? {} : { iss: issuer };
    await auth(provider, { serverUrl: entry.url, fetchFn, authorizationCode: code, ...iss });
    const { tokens, clientInformation = flow.clientInformation } = provider.kept;
    if (tokens === undefined) throw new Error("the authorization server sent no token");
    return { clientInformation, tokens, discovery: flow.discovery, receivedAt: now() };
  } catch (error) {
    throw failed(entry, error, [code, flow.codeVerifier, flow.clientInformation.client_secret]);
  }
}

function configuredClient({ auth: { clientId, clientSecret } }: UserServerEntry) {
  if (clientId === undefined) return undefined;
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}

/** Without the cause: it may hold what was sent to the authorization server. */
function failed(entry: UserServerEntry, error: unknown, secrets: readonly (string | undefined)[]): McpError {
  const redactor = new Redactor([...entrySecrets(entry), ...secrets]);
  const reason = reasonOf(error, (text) => redactor.text(text));
  return new McpError("authorization_failed", { server: entry.name, reason });
}

interface Kept extends Partial<LoginFlow> {
  readonly url?: URL;
  readonly tokens?: StoredOAuthTokens;
}

/** Implements the SDK's OAuth interface for one half of a login, and keeps what comes of it. */
class FlowProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #state: string;
  kept: Kept;

  constructor(redirectUrl: string, state: string, kept: { readonly [Field in keyof Kept]: Kept[Field] | undefined }) {
    this.redirectUrl = redirectUrl;
    this.#state = state;
    this.kept = kept as Kept;
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadataFor(this.redirectUrl);
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.kept.clientInformation;
  }

  saveClientInformation(clientInformation: StoredOAuthClientInformation): void {
    this.kept = { ...this.kept, clientInformation };
  }

  /** A login starts without tokens, so that it never continues with those of the user before. */
  tokens(): undefined {
    return undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = { ...this.kept, tokens };
  }

  redirectToAuthorization(url: URL): void {
    this.kept = { ...this.kept, url };
  }

  saveCodeVerifier(codeVerifier: string): void {
    this.kept = { ...this.kept, codeVerifier };
  }

  codeVerifier(): string {
    return this.kept.codeVerifier ?? "";
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.kept = { ...this.kept, discovery };
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.kept.discovery;
  }
}
