import type { ParsedRequest } from "../../../contracts/client-dialect.ts";
import { GatewayError } from "../../../errors/gateway-error.ts";
import { type Fields, nameAt } from "./read-values.ts";

/** Errors about what OpenAI itself may accept. */
const codes: ReadonlySet<string> = new Set([
  "invalid_parameter",
  "unknown_parameter",
  "unsupported_parameter",
  "previous_response_not_found",
  "item_not_found",
]);

/** Parses a body. What cannot be translated is an error only if the upstream speaks another dialect, so it does not throw here. */
export function parseOrReject(body: Fields, parse: (body: Fields) => ParsedRequest): ParsedRequest {
  try {
    return { ...parse(body), clientBody: body };
  } catch (error) {
    if (!(error instanceof GatewayError) || !codes.has(error.code)) throw error;
    const model = nameAt(body["model"], "model");
    const stream = body["stream"] === true;
    return { body: { model, messages: [], stream }, betas: [], apiVersion: "2023-06-01", rejection: error };
  }
}
