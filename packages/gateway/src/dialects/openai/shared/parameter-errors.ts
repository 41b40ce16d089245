import { describeValue } from "@toolcrib/shared/errors";
import { GatewayError } from "../../../errors/gateway-error.ts";

const maxNamedLength = 64;

/** An error about a value that OpenAI's API does not accept either. */
export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_parameter", { field, problem }, { wireDetails: { param: field } });
}

export function wrongType(field: string, expected: string, value: unknown): GatewayError {
  return invalid(field, `expected ${expected}, got ${describeValue(value)}`);
}

/** An error about something that the API accepts and the gateway cannot translate. `field` may say more than the path, such as a type. */
export function unsupported(param: string, reason: string, field: string = param): GatewayError {
  return new GatewayError("unsupported_parameter", { field, reason }, { wireDetails: { param } });
}

export function unknownParameter(name: string): GatewayError {
  const field = shortened(name);
  return new GatewayError("unknown_parameter", { field }, { wireDetails: { param: field } });
}

/** A client's text, cut to a length that fits into an error. */
export function shortened(text: string): string {
  return text.length <= maxNamedLength ? text : `${text.slice(0, maxNamedLength)}…`;
}
