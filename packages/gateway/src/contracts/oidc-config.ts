/** Who may sign in with tokens of an OpenID Connect issuer. */
export interface OidcConfig {
  /** Its URL, as in the `iss` claim of its tokens. */
  readonly issuer: string;
  /** The `aud` claim of access tokens for this gateway. Default: `clientId` only. */
  readonly audience?: string | undefined;
  /** The organisation whose users the tokens name. */
  readonly organisation: string;
  /** The claim with the user's name. Default: `email`. */
  readonly userClaim?: string | undefined;
  /** The claim with the names of the user's teams. Those that the organisation does not have are ignored. Default: `groups`. */
  readonly teamsClaim?: string | undefined;
  /** Values of that claim that make a user an administrator of the organisation. Default: none. */
  readonly admins?: readonly string[] | undefined;
  /** Values of that claim that make a user an operator of the gateway. Default: none. */
  readonly operators?: readonly string[] | undefined;
  /** The gateway's own id at the issuer, for people who sign in to the studio. Default: nobody does. */
  readonly clientId?: string | undefined;
  /** The environment variable with the client's secret. Default: a public client, without one. */
  readonly clientSecretEnv?: string | undefined;
  /** What is asked of the issuer at sign-in. Default: `openid profile email`. */
  readonly scope?: string | undefined;
  /** Where browsers reach the gateway, for the address that the issuer sends them back to. Default: the one that they used, over HTTP. */
  readonly publicUrl?: string | undefined;
}
