import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { encodings, unpack } from "../body/decompressors.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { ReceivedCall } from "./answer-call.ts";
import type { BodyGate } from "./collect-body.ts";

/**
 * Decompresses the body of a request: the gateway has to read it, and the upstream may not support the encoding. The limits apply to
 * the decompressed bytes, chunk by chunk.
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
