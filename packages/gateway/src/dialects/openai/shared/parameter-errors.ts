import { describeValue } from "@toolcrib/shared/errors";
import { GatewayError } from "../../../errors/gateway-error.ts";

const maxNamedLength = 64;

/** An error about a value that OpenAI's API does not accept either. */
export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_parameter", { field, problem }, { wireDetails: { param: field } });
}

/** An error about something that OpenAI's API has and the gateway has not. */
export function unsupported(field: string, reason: string): GatewayError {
  return new GatewayError("unsupported_parameter", { field, reason }, { wireDetails: { param: field } });
}

export function wrongType(field: string, expected: string, value: unknown): GatewayError {
  return invalid(field, `expected ${expected}, got ${describeValue(value)}`);
}

/** A client's text, cut to a length that fits into an error. */
export function shortened(text: string): string {
  return text.length <= maxNamedLength ? text : `${text.slice(0, maxNamedLength)}…`;
}
