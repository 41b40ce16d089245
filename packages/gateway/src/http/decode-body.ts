import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { encodings, unpack } from "../body/decompressors.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { ReceivedCall } from "./answer-call.ts";
import type { BodyGate } from "./collect-body.ts";

/**
 * A request whose body came compressed, as it would have come otherwise: the gateway has to read it, and an upstream that takes what it
 * says need not take how it was packed. The limits hold for what comes out, piece by piece.
 */
export async function decodeBody(
  { headers, body }: ReceivedCall,
  { limit, hold }: Pick<BodyGate, "limit" | "hold">,
): Promise<ReceivedCall> {
  const { "content-encoding": given = "identity", "content-length": _length, ...others } = headers;
  const encoding = given.trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return { headers, body };
  const unpacked = unpack(encoding, body);
  if (unpacked === undefined) {
    throw new GatewayError("unsupported_encoding", { expected: encodings.join(", "), received: describeValue(given) });
  }
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of unpacked) {
      length += piece.length;
      if (length > limit) throw new GatewayError("body_too_large", { limit });
      hold(piece.length);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const reason = errorMessage(error);
    throw new GatewayError("invalid_encoding", { encoding, reason }, { cause: error });
  }
  return { headers: others, body: pieces };
}
