import type { IncomingMessage } from "node:http";
import { startBackgroundTimer } from "@toolcrib/shared/timers";

/** The rest of a body is read and discarded up to this multiple of the body limit. */
const discardFactor = 4;
const discardMilliseconds = 5_000;

/**
 * Whether to read and discard the rest of a refused body, so that a client that reads only after writing still gets the error.
 * Otherwise the connection is closed with the answer.
 */
export function isWorthDiscarding({ headers }: IncomingMessage, limit: number): boolean {
  // A client that waits for "100 Continue" may send its next request instead of the body.
  if (headers.expect !== undefined) return false;
  return !(Number(headers["content-length"]) > limit * discardFactor);
}

/** Discards the rest of a body, up to a number of bytes and for a short time; then closes the connection. */
export function discardBody(request: IncomingMessage, limit: number): void {
  if (request.complete || request.destroyed) return;
  let rest = limit * discardFactor;
  const timer = startBackgroundTimer(discardMilliseconds, () => request.socket.destroy());
  request.on("data", (piece: Buffer) => {
    rest -= piece.length;
    if (rest < 0) request.socket.destroy();
  });
  request.on("error", () => {});
  request.on("end", () => timer.stop());
  request.on("close", () => timer.stop());
}
