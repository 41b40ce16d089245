import type { PolicyRule } from "@toolcrib/core/policy";

/** What every server entry has, whatever it is reached by. */
interface CommonEntry {
  /** The name in the config, as its tools carry it: `mcp__name__tool`. */
  readonly name: string;
  /** The file it came from, or another word for the place. */
  readonly source: string;
  /** Listed, but not to be used. */
  readonly disabled: boolean;
  /** Its tools are in the prompt from the start. */
  readonly alwaysLoad: boolean;
  /** Rules about this server's tools, before all others. */
  readonly policy: readonly PolicyRule[];
}

/** A server that is started as a process and spoken to through its standard input and output. */
export interface StdioServerEntry extends CommonEntry {
  readonly transport: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/** A server that is reached by URL: `http` is Streamable HTTP with a fallback to SSE; `sse` is SSE only. */
export interface RemoteServerEntry extends CommonEntry {
  readonly transport: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server of a config, ready to be used: variables are expanded, everything is checked. */
export type ServerEntry = StdioServerEntry | RemoteServerEntry;
