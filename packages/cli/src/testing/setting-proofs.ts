import { memoryServer } from "./memory-server.ts";

/** What there is to see of a running `toolcrib serve`. */
export interface Seen {
  /** The names of its MCP servers. */
  readonly servers: readonly string[];
  /** The statuses of the requests in the log on standard output. */
  readonly loggedStatuses: readonly number[];
}

/** What there is to see after a wrong request without any of these settings. */
export const seenWithout: Seen = { servers: [], loggedStatuses: [] };

/** The settings of the gateway's config whose effect only the command shows, and what is to be seen with each. */
export const settingProofs: readonly { readonly setting: string; readonly config: object; readonly seen: Seen }[] = [
  {
    setting: "mcpServers",
    config: { mcpServers: { memory: memoryServer("memory.jsonl") } },
    seen: { ...seenWithout, servers: ["memory"] },
  },
  {
    setting: "trace.log",
    config: { trace: { log: "stdout" } },
    seen: { ...seenWithout, loggedStatuses: [400] },
  },
];
