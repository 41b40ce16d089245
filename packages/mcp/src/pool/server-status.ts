import type { McpError } from "../errors/mcp-error.ts";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { HeldItem } from "../trust/reviewed-item.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";

/**
 * `disabled`: not to be used. `cached`: not running; its list is known from before, and it starts when a tool of it is called.
 * `connecting`: starting. `ready`. `failed`: could not be reached, see the reason. `restarting`: crashed and is being restarted.
 */
export type PoolServerState = "disabled" | "cached" | "connecting" | "ready" | "failed" | "restarting";

/** A server as it stands. */
export interface ServerStatus {
  readonly name: string;
  readonly transport: "stdio" | "http" | "sse";
  /** The config that it came from. */
  readonly source: string;
  readonly state: PoolServerState;
  /** Why it failed or restarts. */
  readonly reason: string | undefined;
  /** How many tools can be used; those that are held back are not counted. */
  readonly tools: number;
  /** How many tools, prompts, templates and instructions are held back until they are approved. */
  readonly held: number;
  /** Whether its list of tools is known, from now or from before. */
  readonly isListed: boolean;
  /** When its list was read, in milliseconds since 1970. */
  readonly listedAt: number | undefined;
  /** Which protocol it speaks: `modern` is 2026-07-28 or later; undefined while nothing is known. */
  readonly era: ProtocolEra | undefined;
  /** What it says it is. */
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** What it says about its use. */
  readonly instructions: string | undefined;
  readonly processId: number | undefined;
  /** The number of restarts since it last ran for a while. */
  readonly restarts: number;
  /** The end of what it printed to standard error. */
  readonly stderr: readonly string[];
}

/** Whether a server's tools may still become known. */
export function isPending({ state, isListed }: ServerStatus): boolean {
  return !isListed && (state === "connecting" || state === "restarting");
}

/** Something that happened in the pool. */
export type PoolEvent =
  | { readonly type: "state"; readonly server: string; readonly state: PoolServerState; readonly reason?: string }
  /** Only what differs by content is named, so that an index does only the work there is. */
  | {
      readonly type: "tools";
      readonly server: string;
      readonly added: readonly PooledTool[];
      readonly changed: readonly PooledTool[];
      readonly removed: readonly PooledTool[];
    }
  | { readonly type: "held"; readonly server: string; readonly held: readonly HeldItem[] }
  | { readonly type: "prompts" | "resources" | "instructions"; readonly server: string }
  | { readonly type: "resource-updated"; readonly server: string; readonly uri: string }
  | { readonly type: "warning"; readonly server: string; readonly message: string; readonly error?: McpError };
