import { createHash } from "node:crypto";
import type { Role } from "@toolcrib/store";
import type * as Jose from "jose";
import { Lru } from "../caches/lru.ts";
import type { OidcConfig } from "../contracts/oidc-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { fetchJson, Issuer } from "./issuer.ts";
import { createIssuerKeys } from "./issuer-keys.ts";
import { unavailable } from "./unavailable.ts";

/** Who a token speaks for. */
export interface TokenUser {
  readonly organisation: string;
  readonly user: string;
  readonly teams: readonly string[];
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly nonce: string | undefined;
}

/** Only signatures that nobody can make with a public key. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const clockToleranceSeconds = 30;
const maxKnownTokens = 10_000;
const maxTokenLength = 16_384;
const maxTeams = 500;

export interface TokenVerifierClocks {
  /** Milliseconds since 1970, for the times in tokens. */
  readonly now: () => number;
  /** A monotonic clock, in milliseconds, for the age of what was read from the issuer. */
  readonly clock: () => number;
}

/** Verifies tokens of an issuer. A token is verified once; its signature is not checked again until it ends. */
export class TokenVerifier {
  readonly issuer: Issuer;
  readonly #config: OidcConfig;
  readonly #now: () => number;
  readonly #known = new Lru<string, TokenUser>(maxKnownTokens);
  readonly #clock: () => number;
  #keys: Jose.JWTVerifyGetKey | undefined;

  constructor(config: OidcConfig, { now, clock }: TokenVerifierClocks) {
    this.#config = config;
    this.#now = now;
    this.#clock = clock;
    this.issuer = new Issuer(config.issuer, clock);
  }

  /** Who a token speaks for; undefined if it is none of this issuer. Rejects if it is not valid. */
  async verify(token: string): Promise<TokenUser | undefined> {
    if (token.length > maxTokenLength || token.split(".").length !== 3) return undefined;
    const hash = createHash("sha256").update(token).digest("base64url");
    const known = this.#known.get(hash);
    if (known !== undefined && known.expiresAt > this.#now()) return known;
    const jose = await import("jose");
    if (!isFrom(this.#config.issuer, token, jose)) return undefined;
    const user = this.#userOf(await this.#payloadOf(token, jose));
    this.#known.set(hash, user);
    return user;
  }

  async #payloadOf(token: string, jose: typeof Jose): Promise<Jose.JWTPayload> {
    const { issuer, audience, clientId } = this.#config;
    this.#keys ??= createIssuerKeys({
      jose,
      read: async () => fetchJson((await this.issuer.metadata()).jwks_uri),
      clock: this.#clock,
    });
    try {
      const { payload } = await jose.jwtVerify(token, this.#keys, {
        issuer,
        audience: [audience, clientId].filter((value) => value !== undefined),
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(this.#now()),
      });
      return payload;
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      // A key that cannot be used says nothing about the token.
      if (!(error instanceof jose.errors.JOSEError)) throw unavailable("its keys cannot be used", error);
      throw invalid(error.message);
    }
  }

  #userOf(payload: Jose.JWTPayload): TokenUser {
    const { organisation, userClaim = "email", teamsClaim = "groups", admins = [], operators = [] } = this.#config;
    const user = payload[userClaim];
    if (typeof user !== "string" || !/^[^\s/\p{C}]{1,100}$/u.test(user)) {
      throw invalid(`expected a name in the claim ${userClaim}`);
    }
    // Anybody can claim an address that nobody has checked. Some issuers write the claim as a text, and some leave it out.
    const { email_verified: claim = true } = payload;
    if (userClaim === "email" && !(claim === true || (typeof claim === "string" && claim.toLowerCase() === "true"))) {
      throw invalid("the e-mail address is not verified");
    }
    const claimed = payload[teamsClaim];
    const teams = (Array.isArray(claimed) ? claimed : [claimed]).filter((team) => typeof team === "string");
    const has = (names: readonly string[]): boolean => teams.some((team) => names.includes(team));
    const role: Role = has(operators) ? "operator" : has(admins) ? "admin" : "member";
    return {
      organisation,
      user,
      teams: teams.slice(0, maxTeams),
      role,
      expiresAt: (payload.exp ?? 0) * 1_000 + clockToleranceSeconds * 1_000,
      nonce: typeof payload["nonce"] === "string" ? payload["nonce"] : undefined,
    };
  }
}

/** Read without verification, to tell tokens of the issuer from others; nothing else is read before it is verified. */
function isFrom(issuer: string, token: string, { decodeJwt }: typeof Jose): boolean {
  try {
    return decodeJwt(token).iss === issuer;
  } catch {
    return false;
  }
}

function invalid(reason: string): GatewayError {
  return new GatewayError("invalid_token", { reason });
}
