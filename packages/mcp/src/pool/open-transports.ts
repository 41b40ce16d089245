import { setMaxListeners } from "node:events";
import { type FetchLike, SSEClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { RemoteServerEntry, StdioServerEntry } from "../config/server-entry.ts";
import { checkedTokenAnswers } from "../redaction/checked-answers.ts";
import { maxMessageBytes } from "../wire/message-limit.ts";
import { HttpClientTransport } from "./http-client-transport.ts";
import { limitMessages } from "./limit-messages.ts";
import type { PoolAuth } from "./pool-options.ts";
import { StdioTransport, type StdioTransportOptions } from "./stdio-transport.ts";

/** What transports need in addition to the entry. */
export interface TransportOptions extends StdioTransportOptions {
  readonly fetch?: FetchLike | undefined;
  readonly authProvider?: PoolAuth | undefined;
}

/** A process. On Windows commands are often scripts, which the SDK can start; there are no process groups to manage. */
export function stdioTransport(entry: StdioServerEntry, options: TransportOptions): Transport {
  if (process.platform !== "win32") return new StdioTransport(entry, options);
  const { command, args, env, cwd } = entry;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: "pipe",
    maxBufferSize: maxMessageBytes,
    ...(cwd === undefined ? {} : { cwd }),
  });
  transport.stderr?.on("data", (chunk: Buffer) => options.stderr.append(chunk.toString("utf8")));
  return transport;
}

export function httpTransport(entry: RemoteServerEntry, options: TransportOptions): Transport {
  return new HttpClientTransport(new URL(entry.url), remoteOptions(entry, options), options.warn);
}

/** HTTP with SSE, for servers from before Streamable HTTP. */
export function sseTransport(entry: RemoteServerEntry, options: TransportOptions): Transport {
  // All responses come on one stream, which cannot be read on after a message that is too large.
  const onTooLarge = (): void => void transport.close();
  const transport = new SSEClientTransport(new URL(entry.url), remoteOptions(entry, options, onTooLarge));
  return transport;
}

function remoteOptions(entry: RemoteServerEntry, { fetch, authProvider }: TransportOptions, onTooLarge?: () => void) {
  return {
    requestInit: { headers: { ...entry.headers } },
    fetch: checkedTokenAnswers(limitMessages(withoutListenerLimit(fetch ?? globalThis.fetch), onTooLarge)),
    ...(authProvider === undefined ? {} : { authProvider }),
  };
}

// The SDK uses one signal for all requests of a connection. Node treats many listeners as a leak and warns on standard
// error; they are removed with their requests.
function withoutListenerLimit(fetch: FetchLike): FetchLike {
  return async (input, init) => {
    if (init?.signal != null) setMaxListeners(0, init.signal);
    return fetch(input, init);
  };
}
