import { GatewayError } from "../errors/gateway-error.ts";

/** An error of the issuer, which says nothing about a token. */
export function unavailable(reason: string, cause?: unknown): GatewayError {
  return new GatewayError("identity_unavailable", { reason }, { cause });
}
