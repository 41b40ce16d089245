import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { RequestCatalogue } from "./request-catalogue.ts";

/** The subject of a `tool_addition` or `tool_removal`. */
interface ChangedTool {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly server_name?: unknown;
  readonly definition?: unknown;
}

type ToolEntry = Tool & { readonly mcp_server_name?: unknown };

const noChanges: readonly ChangedTool[] = [];

/**
 * Rejects, as the API does, a change to a tool or server that neither the request nor the earlier conversation defines.
 */
export function checkToolChanges({ messages, mcp_servers: servers }: MessagesBody, catalogue: RequestCatalogue): void {
  let defined: Definitions | undefined;
  for (const message of messages) {
    for (const change of changesIn(message)) {
      defined ??= new Definitions(catalogue, servers ?? []);
      const unknown = defined.read(change);
      if (unknown !== undefined) throw new GatewayError("tool_reference_unresolved", { name: unknown });
    }
  }
}

/** The tools and servers defined so far. */
class Definitions {
  readonly #given: ReadonlySet<unknown>;
  readonly #added = new Set<unknown>();
  readonly #servers: Set<unknown>;
  /** A toolset that does not belong to an MCP server stands for tools whose names only the upstream knows. */
  readonly #isComplete: boolean;

  constructor({ names, tools, toolsets }: RequestCatalogue, servers: readonly unknown[]) {
    this.#given = names;
    const named = servers.map((server) => (server as { readonly name?: unknown }).name);
    this.#servers = new Set([...named, ...toolsets.map((entry: ToolEntry) => entry.mcp_server_name)]);
    this.#isComplete = tools.every(({ name, type }) => name !== undefined || type === "mcp_toolset");
  }

  /** Applies a change; returns the undefined name in it, if any. */
  read({ type, name, server_name: server, definition }: ChangedTool): string | undefined {
    if (type === "tool_definition") this.#add((definition ?? {}) as ToolEntry);
    if (type === "tool_reference") {
      const isKnown = this.#given.has(name) || this.#added.has(name) || !this.#isComplete;
      return isKnown ? undefined : String(name);
    }
    if (type === "mcp_tool_reference" || type === "mcp_toolset_reference") {
      return this.#servers.has(server) ? undefined : String(server);
    }
    return undefined;
  }

  #add({ name, mcp_server_name: server }: ToolEntry): void {
    if (name !== undefined) this.#added.add(name);
    if (server !== undefined) this.#servers.add(server);
  }
}

/** The changes in a message; cached, because earlier messages repeat with every request. */
function changesIn(message: Message): readonly ChangedTool[] {
  return message.role === "assistant" || typeof message.content === "string" ? noChanges : changesOf(message);
}

const changesOf = oncePer(({ content }: Message): readonly ChangedTool[] => {
  const changes = (content as readonly ContentBlock[]).flatMap(changedTool);
  return changes.length === 0 ? noChanges : changes;
});

function changedTool(block: ContentBlock): readonly ChangedTool[] {
  if (block.type !== "tool_addition" && block.type !== "tool_removal") return noChanges;
  const { tool } = block as { readonly tool?: unknown };
  return typeof tool === "object" && tool !== null ? [tool] : noChanges;
}
