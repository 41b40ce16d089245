import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { StdioServerTransport } from "../wire/stdio-server-transport.ts";
import type { Front } from "./create-front.ts";
import { ListenedResources } from "./listened-resources.ts";

/** The streams that the front uses. */
export interface FrontStdioOptions {
  /** Default: the process's own. */
  readonly stdin?: Readable;
  readonly stdout?: Writable;
}

/** The front on standard input and output. */
export interface FrontStdio {
  /** Resolves when the client has closed its end. */
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
  let modern: Server | undefined;
  const handle = serveStdio(
    ({ era }) => {
      const server = front.createServer(undefined, era);
      if (era === "modern") modern = server;
      return server;
    },
    { transport },
  );
  // The SDK forwards the server's messages to subscribers only.
  const stopListening = front.onListChanged(undefined, (kind) => {
    modern?.[sendChanged[kind]]().catch(() => {});
  });
  const resources = new ListenedResources(front, (uri) => {
    modern?.sendResourceUpdated({ uri }).catch(() => {});
  });
  const receive = transport.onmessage;
  transport.onmessage = (message) => resources.pass(message, (passed) => receive?.call(transport, passed));
  const end = () => {
    stopListening();
    resources.close();
  };
  void closed.then(end);
  return {
    closed,
    close: async () => {
      end();
      await handle.close();
    },
  };
}

const sendChanged = {
  tools: "sendToolListChanged",
  prompts: "sendPromptListChanged",
  resources: "sendResourceListChanged",
} as const;
