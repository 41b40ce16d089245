import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import type { StoredLogin } from "./token-file.ts";

/** How a login is made; absent for a pool, which uses and renews tokens but never asks a user. */
export interface Interaction {
  readonly redirectUrl: string;
  readonly state: string;
  readonly openUrl: (url: URL) => void | Promise<void>;
}

/** How Toolcrib registers at authorization servers. */
export function clientMetadataFor(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: "Toolcrib",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

/** Implements the SDK's OAuth interface with a stored login. */
export class LoginProvider implements OAuthClientProvider {
  readonly #write: (login: StoredLogin) => Promise<void> | void;
  readonly #interaction: Interaction | undefined;
  #login: StoredLogin;
  #codeVerifier = "";

  /** `write` stores a login. An interactive login reports a failure; a pool that refreshes tokens does not wait for the disk. */
  constructor(write: (login: StoredLogin) => Promise<void> | void, login: StoredLogin, interaction?: Interaction) {
    this.#write = write;
    this.#login = login;
    this.#interaction = interaction;
  }

  get redirectUrl(): string {
    return this.#interaction?.redirectUrl ?? "http://127.0.0.1/callback";
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadataFor(this.redirectUrl);
  }

  state(): string {
    return this.#interaction?.state ?? "";
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#login.clientInformation;
  }

  async saveClientInformation(clientInformation: StoredOAuthClientInformation): Promise<void> {
    await this.#save({ clientInformation });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#login.tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#save({ tokens, wantedScope: undefined });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (this.#interaction === undefined) {
      await this.#save({ wantedScope: url.searchParams.get("scope") ?? undefined });
      throw new UnauthorizedError("a user must log in");
    }
    await this.#interaction.openUrl(url);
  }

  // Only needed during one login, so it is not written to disk.
  saveCodeVerifier(codeVerifier: string): void {
    this.#codeVerifier = codeVerifier;
  }

  codeVerifier(): string {
    return this.#codeVerifier;
  }

  async saveDiscoveryState(discovery: OAuthDiscoveryState): Promise<void> {
    await this.#save({ discovery });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#login.discovery;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "verifier") this.#codeVerifier = "";
    else if (scope === "all")
      await this.#save({ clientInformation: undefined, tokens: undefined, discovery: undefined });
    else if (scope === "client") await this.#save({ clientInformation: undefined });
    else if (scope === "tokens") await this.#save({ tokens: undefined });
    else await this.#save({ discovery: undefined });
  }

  async #save(change: StoredLogin): Promise<void> {
    this.#login = { ...this.#login, ...change };
    await this.#write(this.#login);
  }
}
