import type { McpError } from "../errors/mcp-error.ts";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { HeldItem } from "../trust/reviewed-item.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";

/**
 * `disabled`: not used. `cached`: not running; its list is cached, and it starts when one of its tools is called.
 * `connecting`: starting. `ready`. `failed`: could not be reached, see the reason. `restarting`: crashed and is being
 * restarted.
 */
export type PoolServerState = "disabled" | "cached" | "connecting" | "ready" | "failed" | "restarting";

/** The current state of a server. */
export interface ServerStatus {
  readonly name: string;
  readonly transport: "stdio" | "http" | "sse";
  /** The config it came from. */
  readonly source: string;
  readonly state: PoolServerState;
  /** Why it failed or restarts. */
  readonly reason: string | undefined;
  /** The number of usable tools, without those held back. */
  readonly tools: number;
  /** How many tools, prompts, templates and instructions are held back until they are approved. */
  readonly held: number;
  /** Whether its list of tools is known, read or cached. */
  readonly isListed: boolean;
  /** When its list was read, in milliseconds since 1970. */
  readonly listedAt: number | undefined;
  /** Its protocol era: `modern` is 2026-07-28 or later; undefined if nothing is known. */
  readonly era: ProtocolEra | undefined;
  /** Its own title. */
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** Its own instructions. */
  readonly instructions: string | undefined;
  readonly processId: number | undefined;
  /** The number of restarts since it last ran stably. */
  readonly restarts: number;
  /** The end of its standard error output. */
  readonly stderr: readonly string[];
}

/** Whether a server's tools may still become known. */
export function isPending({ state, isListed }: ServerStatus): boolean {
  return !isListed && (state === "connecting" || state === "restarting");
}

/** Something that happened in the pool. */
export type PoolEvent =
  | { readonly type: "state"; readonly server: string; readonly state: PoolServerState; readonly reason?: string }
  /** Only names items whose content differs, so that an index does no unnecessary work. */
  | {
      readonly type: "tools";
      readonly server: string;
      readonly added: readonly PooledTool[];
      readonly changed: readonly PooledTool[];
      readonly removed: readonly PooledTool[];
    }
  /** The list of servers, or the rules in their entries, changed. */
  | { readonly type: "servers" }
  | { readonly type: "held"; readonly server: string; readonly held: readonly HeldItem[] }
  | { readonly type: "prompts" | "resources" | "instructions"; readonly server: string }
  | { readonly type: "resource-updated"; readonly server: string; readonly uri: string }
  | { readonly type: "warning"; readonly server: string; readonly message: string; readonly error?: McpError };
