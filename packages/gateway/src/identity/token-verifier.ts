import { createHash } from "node:crypto";
import type { Role } from "@toolcrib/store";
import type * as Jose from "jose";
import { Lru } from "../caches/lru.ts";
import type { OidcConfig } from "../contracts/oidc-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { fetchBounded, Issuer, unavailable } from "./issuer.ts";

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

/** Verifies tokens of an issuer. A token is verified once; its signature is not checked again until it ends. */
export class TokenVerifier {
  readonly issuer: Issuer;
  readonly #config: OidcConfig;
  readonly #now: () => number;
  readonly #known = new Lru<string, TokenUser>(maxKnownTokens);
  #keys: Promise<Jose.JWTVerifyGetKey> | undefined;

  constructor(config: OidcConfig, now: () => number) {
    this.#config = config;
    this.#now = now;
    this.issuer = new Issuer(config.issuer, now);
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
    const keys = await this.#keySet(jose);
    try {
      const { payload } = await jose.jwtVerify(token, keys, {
        issuer,
        audience: [audience, clientId].filter((value) => value !== undefined),
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(this.#now()),
      });
      return payload;
    } catch (error) {
      if (isAboutKeys(error, jose)) {
        throw unavailable("its keys cannot be read", error);
      }
      throw invalid((error as Error).message);
    }
  }

  #keySet(jose: typeof Jose): Promise<Jose.JWTVerifyGetKey> {
    this.#keys ??= this.issuer.metadata().then(
      ({ jwks_uri }) => jose.createRemoteJWKSet(new URL(jwks_uri), { [jose.customFetch]: fetchBounded }),
      (error: unknown) => {
        this.#keys = undefined;
        throw error;
      },
    );
    return this.#keys;
  }

  #userOf(payload: Jose.JWTPayload): TokenUser {
    const { organisation, userClaim = "email", teamsClaim = "groups", admins = [], operators = [] } = this.#config;
    const user = payload[userClaim];
    if (typeof user !== "string" || !/^[^\s/\p{C}]{1,100}$/u.test(user)) {
      throw invalid(`expected a name in the claim ${userClaim}`);
    }
    // Anybody can claim an address that nobody has checked. Some issuers write the claim as a text.
    if (userClaim === "email" && /^false$/i.test(String(payload["email_verified"])))
      throw invalid("the e-mail address is not verified");
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

/** Whether the issuer's keys could not be read, which says nothing about a token. */
function isAboutKeys(error: unknown, { errors }: typeof Jose): error is Error {
  if (!(error instanceof errors.JOSEError)) return true;
  // `jose` has no class of its own for an answer with another status, or without JSON.
  return [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code].includes(error.code);
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
