import {
  Client,
  type ClientCapabilities,
  type Implementation,
  type RequestMethod,
  type Transport,
} from "@modelcontextprotocol/client";
import type { ServerEntry } from "../config/server-entry.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";
import type { RestartOptions } from "./backoff.ts";
import { isLoginWanted } from "./call-errors.ts";
import { ChangeSubscription, type ListKind } from "./change-subscription.ts";
import { type ConnectionAttempt, connectionAttempts } from "./connection-attempts.ts";
import type { TransportOptions } from "./open-transports.ts";
import { untouchedResult } from "./untouched-result.ts";

/** Callbacks of an open connection. */
interface ConnectionHandlers {
  onListChanged(kind: ListKind): void;
  onResourceUpdated(uri: string): void;
  onLog(params: Readonly<Record<string, unknown>>): void;
  onClose(): void;
  answer(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** Options for opening a connection. */
export interface ConnectionOptions extends TransportOptions {
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly connectMilliseconds: number;
  /** How long a process may take to report its protocol. */
  readonly probeMilliseconds: number;
  /** The server's protocol era when it was last asked. */
  readonly knownEra: ProtocolEra | undefined;
  readonly restart: RestartOptions;
  readonly random: () => number;
  readonly handlers: ConnectionHandlers;
  /** Aborts connecting. */
  readonly signal: AbortSignal;
}

/** An open connection to a server. */
export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  readonly era: ProtocolEra;
  /** The client capabilities sent to the server, besides those in each request. */
  readonly capabilities: ClientCapabilities;
  /** Whether requests are HTTP requests, in whose headers arguments may be mirrored. */
  readonly isHttp: boolean;
  /** The subscription to changes; undefined in the legacy era, where servers send them unasked. */
  readonly changes: ChangeSubscription | undefined;
}

/** Connects to a server in the first way that works. */
export async function openConnection(entry: ServerEntry, options: ConnectionOptions): Promise<Connection> {
  const errors: unknown[] = [];
  for (const attempt of connectionAttempts(entry, options)) {
    if (errors.length > 0 && !attempt.isWorthTryingAfter(errors.at(-1))) continue;
    try {
      return await connectBy(attempt, entry, options);
    } catch (error) {
      if (isLoginWanted(error)) throw error;
      errors.push(error);
    }
  }
  // For a process the last error is the reason; over HTTP the failure of the SSE fallback means nothing.
  throw entry.transport === "stdio" ? errors.at(-1) : errors[0];
}

async function connectBy(
  attempt: ConnectionAttempt,
  entry: ServerEntry,
  options: ConnectionOptions,
): Promise<Connection> {
  const { handlers, connectMilliseconds: timeout, capabilities } = options;
  const transport = attempt.open();
  const client = new Client(options.clientInfo, {
    capabilities,
    versionNegotiation: { mode: attempt.mode, probe: { timeoutMs: attempt.probeMilliseconds } },
  });
  for (const method of questionsFor(capabilities)) {
    client.setRequestHandler(method, { params: untouchedResult }, async (params, context) =>
      handlers.answer(method, params, context.mcpReq.signal),
    );
  }
  // The client does not look at the signal while it finds out which protocol the server speaks.
  const stop = (): void => void transport.close().catch(() => {});
  options.signal.addEventListener("abort", stop, { once: true });
  try {
    options.signal.throwIfAborted();
    await client.connect(transport, { timeout, signal: options.signal });
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw error;
  } finally {
    options.signal.removeEventListener("abort", stop);
  }
  for (const kind of ["tools", "prompts", "resources"] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => handlers.onListChanged(kind));
  }
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    handlers.onResourceUpdated(params.uri),
  );
  client.setNotificationHandler("notifications/message", ({ params }) => handlers.onLog({ ...params }));
  client.onclose = () => handlers.onClose();
  // Errors outside of a request (an invalid notification, for example) must not end the process.
  client.onerror = () => {};
  const era = client.getProtocolEra() ?? "legacy";
  const onReopened = (kinds: readonly ListKind[]) => {
    for (const kind of kinds) handlers.onListChanged(kind);
  };
  const changes = era === "modern" ? new ChangeSubscription({ ...options, client, timeout, onReopened }) : undefined;
  return { client, transport, era, capabilities, isHttp: entry.transport !== "stdio", changes };
}

function questionsFor(capabilities: ClientCapabilities): readonly RequestMethod[] {
  return [
    ...(capabilities.sampling === undefined ? [] : ["sampling/createMessage" as const]),
    ...(capabilities.elicitation === undefined ? [] : ["elicitation/create" as const]),
    ...(capabilities.roots === undefined ? [] : ["roots/list" as const]),
  ];
}
