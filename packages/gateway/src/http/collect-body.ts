import type { IncomingMessage } from "node:http";
import { GatewayError } from "../errors/gateway-error.ts";

/** How much more than the limit is read and thrown away, so that a client that only writes gets to read why it was refused. */
const discardFactor = 4;

/** The whole body of a request, up to a limit. */
export function collectBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers["content-length"]);
    const chunks: Buffer[] = [];
    let length = 0;
    const onTooLong = (): void => {
      chunks.length = 0;
      if (length > limit * discardFactor || declared > limit * discardFactor) reject(tooLarge(limit));
    };
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) onTooLong();
      else chunks.push(chunk);
    });
    request.on("end", () => {
      if (length > limit) reject(tooLarge(limit));
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    });
    request.on("error", () => reject(new GatewayError("client_gone", {})));
    request.on("close", () => reject(new GatewayError("client_gone", {})));
  });
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError("body_too_large", { limit });
}
