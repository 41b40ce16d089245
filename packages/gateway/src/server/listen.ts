import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Connections } from "../admission/connections.ts";
import { ConfigError } from "../errors/config-error.ts";

/** Where a gateway listens. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  /** For an SDK's base URL. */
  readonly url: string;
}

/** How much time answers get to be completed. */
interface Drain {
  readonly milliseconds: number;
  /** Called when the time is up, to end the answers that are not complete. */
  readonly onTimeUp: () => void;
}

export interface Listening {
  readonly address: ListeningAddress;
  /** Takes over changed limits. */
  configure(limits: ListenOptions["limits"]): void;
  /** Takes no more requests, and ends open connections when their answers are complete or the time is up. */
  close(drain: Drain): Promise<void>;
}

/** A client with kept connections must be the one to close them, or it may send into one that is closing. */
const keepAliveMilliseconds = 75_000;
const sweepMilliseconds = 20;
/** How long clients get to read why their answers end. */
const lastWordsMilliseconds = 500;

/** What a socket gives at once. With less, as before Node 22, it is stopped and started again within the body of each request. */
const highWaterMark = 65_536;

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly connections: Connections;
  readonly limits: { readonly headerSeconds: number; readonly bodySeconds: number };
}

/** How often Node looks for connections that take too long. */
const connectionsCheckingInterval = 500;
const requestGraceMilliseconds = 2_000;

/** Listens on a socket. */
export async function listen(
  listener: RequestListener,
  { port, host, connections, limits }: ListenOptions,
): Promise<Listening> {
  const server = createServer(
    { keepAliveTimeout: keepAliveMilliseconds, noDelay: true, highWaterMark, connectionsCheckingInterval },
    listener,
  );
  const configure = ({ headerSeconds, bodySeconds }: ListenOptions["limits"]): void => {
    server.headersTimeout = headerSeconds * 1_000;
    // Bodies have a watch of their own with a better answer; this one ends what it does not see.
    server.requestTimeout = (headerSeconds + bodySeconds) * 1_000 + requestGraceMilliseconds;
  };
  configure(limits);
  server.on("connection", (socket) => connections.add(socket));
  // The key is checked before the client is asked for the body.
  server.on("checkContinue", listener);
  server.on("clientError", refuseBrokenRequest);
  await startListening(server, port, host);
  const { address, port: chosen } = server.address() as AddressInfo;
  const name = address.includes(":") ? `[${address}]` : address;
  return {
    address: { host: address, port: chosen, url: `http://${name}:${chosen}` },
    configure,
    close: ({ milliseconds, onTimeUp }) =>
      new Promise((resolve) => {
        let timer = setTimeout(() => {
          onTimeUp();
          timer = setTimeout(() => server.closeAllConnections(), lastWordsMilliseconds);
        }, milliseconds);
        // A connection is kept when its answer is complete, so they become idle one after the other.
        const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
        server.close(() => {
          clearTimeout(timer);
          clearInterval(sweep);
          resolve();
        });
        if (milliseconds === 0) server.closeAllConnections();
      }),
  };
}

function startListening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      reject(new ConfigError("port_in_use", { port, host, reason: error.code ?? error.message }, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

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

/** Answers malformed or late HTTP with an API error if the socket is still writable. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket | import("node:stream").Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, type, message } = brokenRequests.get(error.code ?? "") ?? notHttp;
  const body = JSON.stringify({ type: "error", error: { type, message } });
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}
