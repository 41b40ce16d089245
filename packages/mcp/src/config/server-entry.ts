import type { PolicyRule } from "@toolcrib/core/policy";

/** The fields of every server entry, whatever its transport. */
interface CommonEntry {
  /** The name in the config, used in the names of its tools: `mcp__name__tool`. */
  readonly name: string;
  /** The file it came from, or a description of another source. */
  readonly source: string;
  /** Listed, but not used. */
  readonly disabled: boolean;
  /** Its tools are in the prompt from the start. */
  readonly alwaysLoad: boolean;
  /** Policy rules for this server's tools; they come before all others. */
  readonly policy: readonly PolicyRule[];
}

/** A server that runs as a child process and uses standard input and output. */
export interface StdioServerEntry extends CommonEntry {
  readonly transport: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/** Calls to a server use the login of the user who makes them. */
export interface UserAuth {
  readonly type: "oauth";
  readonly per: "user";
  /** The id of a client that is registered at the authorization server. Default: the gateway registers itself. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** What a login asks for. Default: what the server says. */
  readonly scope?: string | undefined;
}

/** A server at a URL: `http` is Streamable HTTP with a fallback to SSE; `sse` is SSE only. */
export interface RemoteServerEntry extends CommonEntry {
  readonly transport: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: UserAuth | undefined;
}

/** A server whose calls use the login of the user who makes them. */
export interface UserServerEntry extends RemoteServerEntry {
  readonly auth: UserAuth;
}

/** A validated server entry with variables expanded. */
export type ServerEntry = StdioServerEntry | RemoteServerEntry;

/** Whether calls to a server use the login of the user who makes them. */
export function isUserServer(entry: ServerEntry): entry is UserServerEntry {
  return entry.transport !== "stdio" && entry.auth !== undefined;
}
