import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const notHttp = {
  status: "400 Bad Request",
  type: "invalid_request_error",
  message: "The request is not valid HTTP.",
};
const brokenRequests: ReadonlyMap<string, typeof notHttp> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    {
      status: "431 Request Header Fields Too Large",
      type: "invalid_request_error",
      message: "The request's headers are too large.",
    },
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    { status: "408 Request Timeout", type: "timeout_error", message: "The request did not arrive in time." },
  ],
]);

/** Answers malformed or late HTTP with an API error, where the socket can still take one. */
export function createRefusals(server: Server): (error: Error & { code?: string }, socket: Duplex) => void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  for (const event of ["request", "checkContinue", "checkExpectation"]) {
    server.on(event, ({ socket }: IncomingMessage, response: ServerResponse) => void responses.set(socket, response));
  }
  return (error, socket) => {
    const response = responses.get(socket);
    const isInAnswer = response?.headersSent === true && !response.writableEnded;
    // An error in the middle of an answer would be read as part of it.
    if (!socket.writable || error.code === "ECONNRESET" || isInAnswer) socket.destroy();
    // The rest of a request that was already answered is broken.
    else if (response?.headersSent === true && !response.req.complete) socket.end();
    else socket.end(errorText(brokenRequests.get(error.code ?? "") ?? notHttp));
  };
}

function errorText({ status, type, message }: typeof notHttp): string {
  const body = JSON.stringify({ type: "error", error: { type, message } });
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  return `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`;
}
