import type { IncomingMessage } from "node:http";
import { startBackgroundTimer } from "@toolcrib/shared/timers";

/** How much more than the limit of a body is read and thrown away. */
const discardFactor = 4;
const discardMilliseconds = 5_000;

/**
 * Whether the rest of a body that was refused is read and thrown away, so that a client that only writes gets to read why. Otherwise
 * its connection has to be closed with the answer.
 */
export function isWorthDiscarding({ headers }: IncomingMessage, limit: number): boolean {
  // Who waits to be asked for the body may send the next request instead of it.
  if (headers.expect !== undefined) return false;
  return !(Number(headers["content-length"]) > limit * discardFactor);
}

/** Throws away what is left of a body, up to a number of bytes and for a short time; then the connection ends. */
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
