import type * as Jose from "jose";
import { GatewayError } from "../errors/gateway-error.ts";
import { pauseAfterFailure } from "./pause-after-failure.ts";
import { unavailable } from "./unavailable.ts";

/** After this time the keys are read again, so that withdrawn ones are not accepted any more. */
const maxAgeMilliseconds = 10 * 60_000;
/** Keys that lack the key of a token are read again, but no more often than this: anybody can name an unknown key. */
const minAgeMilliseconds = 30_000;

export interface IssuerKeysOptions {
  readonly jose: Pick<typeof Jose, "createLocalJWKSet" | "errors">;
  /** Fetches the keys. */
  readonly read: () => Promise<object>;
  /** A monotonic clock, in milliseconds: after the computer's clock was set back, keys must not be used for longer. */
  readonly clock: () => number;
}

interface KnownKeys {
  readonly find: Jose.JWTVerifyGetKey;
  readonly readAt: number;
}

/** Finds the issuer's key for a token. Rejects with `identity_unavailable` if the keys cannot be read. */
export function createIssuerKeys({ jose, read, clock }: IssuerKeysOptions): Jose.JWTVerifyGetKey {
  let known: KnownKeys | undefined;
  const refresh = pauseAfterFailure(async () => {
    try {
      known = { find: jose.createLocalJWKSet((await read()) as Jose.JSONWebKeySet), readAt: clock() };
      return known;
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      throw unavailable("its keys cannot be read", error);
    }
  }, clock);
  return async (header, token) => {
    const keys = known !== undefined && clock() - known.readAt < maxAgeMilliseconds ? known : await refresh();
    try {
      return await keys.find(header, token);
    } catch (error) {
      const isUnknown = error instanceof jose.errors.JWKSNoMatchingKey;
      if (!isUnknown || clock() - keys.readAt < minAgeMilliseconds) throw error;
      return (await refresh()).find(header, token);
    }
  };
}
