import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { StdioServerTransport } from "../wire/stdio-server-transport.ts";
import type { Front } from "./create-front.ts";

/** Where the front listens. */
export interface FrontStdioOptions {
  /** Default: the process's own. */
  readonly stdin?: Readable;
  readonly stdout?: Writable;
}

/** The front on standard input and output. */
export interface FrontStdio {
  /** Settles when the client has closed its end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client on standard input and output, in either era of the protocol. */
export function serveFrontOnStdio(front: Front, options: FrontStdioOptions = {}): FrontStdio {
  const input = options.stdin ?? process.stdin;
  const closed = new Promise<void>((resolve) => {
    input.once("end", resolve);
    input.once("close", resolve);
  });
  const transport = new StdioServerTransport(input, options.stdout ?? process.stdout);
  const handle = serveStdio(() => front.createServer(), { transport });
  return { closed, close: () => handle.close() };
}
