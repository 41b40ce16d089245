import {
  Client,
  type ClientCapabilities,
  type Implementation,
  type RequestMethod,
  SdkHttpError,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { ServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { listAllPages } from "./list-all-pages.ts";
import { type TransportOptions, transportsFor } from "./open-transports.ts";
import type { ListedTool } from "./pooled-tool.ts";
import { itemsWith, type ServerLists } from "./server-lists.ts";
import { untouchedResult } from "./untouched-result.ts";

/** Which of a server's lists changed. */
export type ListKind = "tools" | "prompts" | "resources";

/** What a connection tells and asks while it lasts. */
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

/** How a connection is opened. */
export interface ConnectionOptions extends TransportOptions {
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly connectMilliseconds: number;
  readonly handlers: ConnectionHandlers;
  /** Gives up connecting. */
  readonly signal: AbortSignal;
}

/** A server that answers. */
export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
}

/** Connects to a server by the first way that works. */
export async function openConnection(entry: ServerEntry, options: ConnectionOptions): Promise<Connection> {
  const ways = transportsFor(entry, options);
  let firstError: unknown;
  for (const open of ways) {
    try {
      return await connectBy(open(), entry, options);
    } catch (error) {
      if (isLoginWanted(error)) throw new McpError("authorization_required", { server: entry.name }, { cause: error });
      firstError ??= error;
      if (!isRefusedTransport(error)) break;
    }
  }
  throw firstError;
}

async function connectBy(transport: Transport, entry: ServerEntry, options: ConnectionOptions): Promise<Connection> {
  const { handlers, connectMilliseconds } = options;
  const changed = (kind: ListKind) => ({ autoRefresh: false, onChanged: () => handlers.onListChanged(kind) });
  const client = new Client(options.clientInfo, {
    capabilities: options.capabilities,
    // Asking a process which era it speaks would cost a second process, and some hang on a question they do not know.
    versionNegotiation: {
      mode: entry.transport === "http" ? "auto" : "legacy",
      probe: { timeoutMs: connectMilliseconds },
    },
    listChanged: { tools: changed("tools"), prompts: changed("prompts"), resources: changed("resources") },
  });
  for (const method of questionsFor(options.capabilities)) {
    client.setRequestHandler(method, { params: untouchedResult }, async (params, context) =>
      options.handlers.answer(method, params, context.mcpReq.signal),
    );
  }
  try {
    options.signal.throwIfAborted();
    await client.connect(transport, { timeout: connectMilliseconds, signal: options.signal });
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw error;
  }
  // Set again for servers that tell of changes without having announced that they would.
  for (const kind of ["tools", "prompts", "resources"] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => handlers.onListChanged(kind));
  }
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    handlers.onResourceUpdated(params.uri),
  );
  client.setNotificationHandler("notifications/message", ({ params }) => handlers.onLog({ ...params }));
  client.onclose = () => handlers.onClose();
  // Errors beside a request (a broken notification, say) have no other place, and must not end the process.
  client.onerror = () => {};
  return { client, transport };
}

function questionsFor(capabilities: ClientCapabilities): readonly RequestMethod[] {
  return [
    ...(capabilities.sampling === undefined ? [] : ["sampling/createMessage" as const]),
    ...(capabilities.elicitation === undefined ? [] : ["elicitation/create" as const]),
    ...(capabilities.roots === undefined ? [] : ["roots/list" as const]),
  ];
}

function isLoginWanted(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  return error instanceof SdkHttpError && error.status === 401;
}

function isRefusedTransport(error: unknown): boolean {
  const status = error instanceof SdkHttpError ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/** The tools of a server. */
export async function listTools({ client }: Connection, server: string, timeout: number): Promise<ListedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  return [...itemsWith<ListedTool>(await listAllPages(client, server, "tools/list", "tools", timeout), "name")];
}

/** Everything that a server lists; what beside the tools cannot be listed is empty. */
export async function readLists(connection: Connection, server: string, timeout: number): Promise<ServerLists> {
  const { client } = connection;
  const capabilities = client.getServerCapabilities() ?? {};
  const list = async <Item>(isOffered: boolean, ...[method, field, key]: ListArguments): Promise<readonly Item[]> => {
    if (!isOffered) return [];
    try {
      return itemsWith<Item>(await listAllPages(client, server, method, field, timeout), key);
    } catch {
      return [];
    }
  };
  const hasResources = capabilities.resources !== undefined;
  const info = client.getServerVersion();
  return {
    title: info?.title ?? info?.name,
    version: info?.version,
    instructions: client.getInstructions(),
    tools: await listTools(connection, server, timeout),
    prompts: await list(capabilities.prompts !== undefined, "prompts/list", "prompts", "name"),
    resources: await list(hasResources, "resources/list", "resources", "uri"),
    resourceTemplates: await list(hasResources, "resources/templates/list", "resourceTemplates", "uriTemplate"),
  };
}

type ListArguments = readonly [
  "prompts/list" | "resources/list" | "resources/templates/list",
  "prompts" | "resources" | "resourceTemplates",
  string,
];
