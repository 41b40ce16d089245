import { CoreError } from "@toolcrib/core";
import { isToolcribError } from "@toolcrib/shared/errors";
import { GatewayError } from "../errors/gateway-error.ts";

/** Converts an error that the engine found in a request to the API's error: the client has to fix it. */
export function toApiError(error: unknown): unknown {
  if (!isToolcribError(error) || error instanceof GatewayError) return error;
  return new GatewayError("invalid_body", problemOf(error), { cause: error });
}

function problemOf(error: Error): { readonly field: string; readonly problem: string } {
  if (!(error instanceof CoreError)) return { field: "request", problem: error.message };
  const { position, path, expected, received } = error.details as Readonly<Record<string, string | number>>;
  switch (error.code) {
    case "invalid_message":
      return {
        field: `messages.${position}${wirePath(String(path))}`,
        problem: `Input should be ${expected}, got ${received}`,
      };
    case "invalid_tool":
      return { field: `tools.${position}`, problem: `expected ${expected}, got ${received}` };
    case "duplicate_tool_name":
      return { field: "tools", problem: "Tool names must be unique." };
    default:
      return { field: "request", problem: error.message };
  }
}

/** `content[0].text` as the API writes it: `.content.0.text`. */
function wirePath(path: string): string {
  return path === "it" ? "" : `.${path.replaceAll(/\[(\d+)\]/g, ".$1")}`;
}
