import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
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
  const transport = new StdioServerTransport(options.stdin ?? process.stdin, options.stdout ?? process.stdout);
  let onClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const input = options.stdin ?? process.stdin;
  input.once("end", () => onClosed());
  input.once("close", () => onClosed());
  const handle = serveStdio(() => front.createServer(), { transport });
  return {
    closed,
    async close() {
      await handle.close();
      onClosed();
    },
  };
}
