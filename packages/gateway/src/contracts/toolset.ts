import type { CallerUser } from "./caller-user.ts";

/** A tool as an MCP server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  /** JSON Schema of `structuredContent` in its results. */
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The outcome of a call: MCP's content blocks. */
export interface ToolCallOutcome {
  readonly content: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly isError: boolean;
  /** The result as a value, of a tool with an output schema. */
  readonly structuredContent?: unknown;
}

/** An MCP server that the gateway may use for a request. */
export interface ToolsetConnection {
  /** The server's name in the operator's config, if a request reaches it by URL: rules use this name. */
  readonly configuredName?: string | undefined;
  listTools(signal: AbortSignal): Promise<readonly ListedTool[]>;
  /** Names of tools that it left out of the list because they are too large. */
  readonly tooLarge?: (() => readonly string[]) | undefined;
  /** Calls a tool that was listed. */
  callTool(name: string, input: unknown, signal: AbortSignal): Promise<ToolCallOutcome>;
}

/** A server as a request names it: by URL, or by the name of one in the gateway's own config. */
export interface ToolsetServer {
  readonly name: string;
  readonly url?: string | undefined;
  readonly authorizationToken?: string | undefined;
  /** Added to every request to it. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whom the request is made for, for servers of the config that use the login of each user. */
  readonly user?: CallerUser | undefined;
}

/** Opens MCP servers for requests; keeps connections for the next request, and refuses hosts that the operator does not allow. */
export interface ToolsetServers {
  readonly specificationVersion: "v1";
  open(server: ToolsetServer, signal: AbortSignal): Promise<ToolsetConnection>;
  close(): Promise<void>;
}
