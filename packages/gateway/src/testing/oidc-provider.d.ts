/** A real issuer of OpenID Connect, with pages for signing in. Any name and password are right. */
export interface OidcProvider {
    readonly url: string;
    close(): void;
}
/** Starts an issuer with a public client `studio`, which is sent back to these addresses. Everybody is in the group `data`. */
export declare function startOidcProvider(redirectUris: readonly string[]): Promise<OidcProvider>;
