import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Connections } from "../admission/connections.ts";
import { ConfigError } from "../errors/config-error.ts";
import { createRefusals } from "./refuse-broken-requests.ts";

/** Where a gateway listens. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  /** For an SDK's base URL. If the gateway listens on all addresses, the one on this machine. */
  readonly url: string;
  /** Where health checks alone are answered, if the config has such a port. */
  readonly healthPort?: number;
}

/** How much time answers get to be completed. */
interface Drain {
  readonly milliseconds: number;
  /** Called when the time is up, to end incomplete answers. */
  readonly onTimeUp: () => void;
}

export interface Listening {
  readonly address: ListeningAddress;
  /** Takes over changed limits. */
  configure(limits: ListenOptions["limits"]): void;
  /** Accepts no more requests, and closes connections when their answers are complete or the time is up. */
  close(drain: Drain): Promise<void>;
}

/** The client should close kept connections first; otherwise it may send into one that is closing. */
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

/** Nothing can connect to these addresses, which stand for all addresses of the machine. */
const loopbackOf: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Listens on a socket. */
export async function listen(
  listener: RequestListener,
  { port, host, connections, limits }: ListenOptions,
): Promise<Listening> {
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMilliseconds,
      noDelay: true,
      highWaterMark,
      connectionsCheckingInterval,
      // A missing Host is refused with the others that are not ours, and with an answer.
      requireHostHeader: false,
    },
    listener,
  );
  const configure = ({ headerSeconds, bodySeconds }: ListenOptions["limits"]): void => {
    server.headersTimeout = headerSeconds * 1_000;
    // Uploads have their own timeout with a better answer; this one covers the rest.
    server.requestTimeout = (headerSeconds + bodySeconds) * 1_000 + requestGraceMilliseconds;
  };
  configure(limits);
  server.on("connection", (socket) => connections.add(socket));
  // The key is checked before the client is asked for the body.
  server.on("checkContinue", listener);
  server.on("checkExpectation", listener);
  const refuse = createRefusals(server);
  server.on("connect", (_request, socket) => refuse(new Error("not a proxy"), socket));
  server.on("clientError", refuse);
  await startListening(server, port, host);
  const { address, port: chosen } = server.address() as AddressInfo;
  const reachable = loopbackOf[address] ?? address;
  const name = reachable.includes(":") ? `[${reachable}]` : reachable;
  return {
    address: { host: address, port: chosen, url: `http://${name}:${chosen}` },
    configure,
    close: ({ milliseconds, onTimeUp }) =>
      new Promise((resolve) => {
        let timer = setTimeout(() => {
          onTimeUp();
          timer = setTimeout(() => server.closeAllConnections(), lastWordsMilliseconds);
        }, milliseconds);
        // A connection stays open after its answer, so connections become idle one after the other.
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

const listenProblems: Readonly<Record<string, "port_not_allowed" | "host_not_here">> = {
  EACCES: "port_not_allowed",
  EADDRNOTAVAIL: "host_not_here",
  ENOTFOUND: "host_not_here",
  EAI_AGAIN: "host_not_here",
};

/** Why a socket cannot listen; `reason` is the code of the system. */
export function listenError(details: { port: number; host: string; reason: string }, cause?: Error): ConfigError {
  return new ConfigError(listenProblems[details.reason] ?? "port_in_use", details, { cause });
}

function startListening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      const { code = error.message } = error;
      reject(listenError({ port, host, reason: code }, error));
    });
    server.listen(port, host, resolve);
  });
}
