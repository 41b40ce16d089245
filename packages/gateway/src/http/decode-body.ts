import { describeValue } from "@toolcrib/search/errors";
import { decompressors } from "../body/decompressors.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { ReceivedCall } from "./answer-messages.ts";

/**
 * A request whose body came compressed, as it would have come else: the gateway has to read it, and an upstream that takes what it says
 * need not take how it was packed. The limit holds for what comes out.
 */
export async function decodeBody({ headers, body }: ReceivedCall, limit: number): Promise<ReceivedCall> {
  const { "content-encoding": given = "identity", "content-length": _length, ...others } = headers;
  const encoding = given.trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return { headers, body };
  const decompress = decompressors.get(encoding);
  if (decompress === undefined) {
    const expected = [...decompressors.keys()].join(", ");
    throw new GatewayError("unsupported_encoding", { expected, received: describeValue(given) });
  }
  try {
    return { headers: others, body: [await decompress(Buffer.concat(body), { maxOutputLength: limit })] };
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    if (code === "ERR_BUFFER_TOO_LARGE") throw new GatewayError("body_too_large", { limit }, { cause: error });
    throw new GatewayError("invalid_encoding", { encoding, reason: message }, { cause: error });
  }
}
