import type { ClientRequest, IncomingMessage } from "node:http";

/**
 * Closes the connection of an answer that came before its request was sent completely, instead of using it again: the server may take
 * the next caller's request for the rest of this one.
 */
export function retireUnlessSent(request: ClientRequest, answer: IncomingMessage): void {
  if (request.writableFinished) return;
  request.shouldKeepAlive = false;
  answer.once("end", () => request.destroy());
}
