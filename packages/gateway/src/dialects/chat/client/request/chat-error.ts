import { describeValue } from "@toolcrib/shared/errors";
import { GatewayError } from "../../../../errors/gateway-error.ts";

/** A value that the Chat Completions API does not take either. */
export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_parameter", { field, problem }, { wireDetails: { param: field } });
}

export function wrongType(field: string, expected: string, value: unknown): GatewayError {
  return invalid(field, `expected ${expected}, got ${describeValue(value)}`);
}

/** A value of the Chat Completions API that has no counterpart in the inner form. */
export function unsupported(field: string, reason: string): GatewayError {
  return new GatewayError("unsupported_parameter", { field, reason }, { wireDetails: { param: field } });
}
