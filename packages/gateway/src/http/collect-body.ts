import type { IncomingMessage } from "node:http";
import { GatewayError } from "../errors/gateway-error.ts";

/** How much more than the limit is read and thrown away, so that a client that only writes gets to read why it was refused. */
const discardFactor = 4;

/** The whole body of a request in the pieces that it came in, up to a limit. */
export function collectBody(request: IncomingMessage, limit: number): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const isHopeless = (bytes: number): boolean => bytes > limit * discardFactor;
    if (isHopeless(Number(request.headers["content-length"]))) {
      reject(tooLarge(limit));
      return;
    }
    const pieces: Buffer[] = [];
    let length = 0;
    request.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= limit) {
        pieces.push(piece);
        return;
      }
      pieces.length = 0;
      if (isHopeless(length)) reject(tooLarge(limit));
    });
    request.on("end", () => {
      if (length > limit) reject(tooLarge(limit));
      else resolve(pieces);
    });
    const onGone = (): void => {
      // The end of every request is a "close" too, and an error costs more than all of the above.
      if (!request.complete) reject(new GatewayError("client_gone", {}));
    };
    request.on("error", onGone);
    request.on("close", onGone);
  });
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError("body_too_large", { limit });
}
