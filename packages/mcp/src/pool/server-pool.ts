import { homedir } from "node:os";
import type { RequestMethod } from "@modelcontextprotocol/client";
import { mcpToolName } from "@toolcrib/core/tools";
import { compareNames } from "@toolcrib/shared/names";
import type { Timer } from "@toolcrib/shared/timers";
import type { ServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { defaultCacheFolder } from "../list-cache/cache-folder.ts";
import { ListCache } from "../list-cache/list-cache.ts";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { ServerLists } from "../lists/server-lists.ts";
import type { HeldItem } from "../trust/reviewed-item.ts";
import type { CallOptions } from "./call-options.ts";
import { ChildGuard } from "./child-guard.ts";
import { credentialsOf } from "./credentials-of.ts";
import { type PoolConnection, poolConnection } from "./pool-connection.ts";
import type { PoolContext } from "./pool-context.ts";
import { type PoolOptions, type ResolvedPoolOptions, resolvePoolOptions } from "./pool-options.ts";
import { isSameServer, PooledServer } from "./pooled-server.ts";
import type { PoolEvent, ServerStatus } from "./server-status.ts";
import { Slots } from "./slots.ts";
import { asToolResult, type ToolResult } from "./tool-result.ts";

/**
 * Many MCP servers and their tools. The tools are cached from earlier runs; a server starts when it is needed and restarts after a crash.
 */
export class ServerPool {
  readonly #servers = new Map<string, PooledServer>();
  readonly #tools = new Map<string, PooledTool>();
  readonly #listeners = new Set<(event: PoolEvent) => void>();
  readonly #guard = new ChildGuard();
  readonly #options: ResolvedPoolOptions;
  readonly #context: PoolContext;
  #inOrder: readonly PooledTool[] | undefined;
  readonly #stopTrust: (() => void) | undefined;
  #started: Promise<void> | undefined;

  constructor(options: PoolOptions) {
    this.#options = resolvePoolOptions(options);
    this.#stopTrust = options.trust?.onChange?.(() => this.review());
    const folder = options.cacheFolder === undefined ? userCacheFolder() : options.cacheFolder;
    const readCredentials = (entry: ServerEntry) => credentialsOf(entry, this.#options);
    this.#context = {
      options: this.#options,
      cache: folder === null ? undefined : new ListCache(folder, this.#options.clientCapabilities, readCredentials),
      writes: this.#options.writes,
      slots: new Slots(this.#options.concurrentStarts),
      guard: this.#guard,
      emit: (event: PoolEvent) => this.#emit(event),
    };
    for (const entry of byName(this.#options.entries).values()) {
      this.#servers.set(entry.name, new PooledServer(entry, this.#context));
    }
  }

  /**
   * Replaces the servers. Those that stay the same keep running; removed ones end, with their tools; new ones start as at the
   * beginning. Resolves when removed servers have ended and the cached lists of new ones are known.
   */
  async setEntries(entries: readonly ServerEntry[]): Promise<void> {
    const wanted = byName(entries);
    await this.start();
    const ending: PooledServer[] = [];
    for (const [name, server] of this.#servers) {
      const entry = wanted.get(name);
      if (entry !== undefined && isSameServer(server.entry, entry)) {
        server.entry = entry;
        wanted.delete(name);
      } else {
        this.#servers.delete(name);
        ending.push(server);
      }
    }
    const starting = [...wanted.values()].map((entry) => new PooledServer(entry, this.#context));
    for (const server of starting) this.#servers.set(server.entry.name, server);
    // Before the tools change, so that the rules of the new entries apply to them.
    this.#emit({ type: "servers" });
    for (const server of ending) server.leave();
    await Promise.all([...ending.map((server) => server.close()), ...starting.map((server) => server.load())]);
  }

  /** Reads the cached lists and starts the servers that need it. Does not wait for any server. */
  async start(): Promise<void> {
    this.#started ??= Promise.all([...this.#servers.values()].map((server) => server.load())).then(() => {});
    await this.#started;
  }

  /** The servers, sorted by name. */
  servers(): readonly ServerStatus[] {
    return this.#sorted().map(({ status }) => status);
  }

  /** The entries of the servers, sorted by name. */
  entries(): readonly ServerEntry[] {
    return this.#sorted().map(({ entry }) => entry);
  }

  /** All usable tools, sorted by name. */
  tools(): readonly PooledTool[] {
    this.#inOrder ??= [...this.#tools.values()].sort((a, b) => compareNames(a.name, b.name));
    return this.#inOrder;
  }

  /** The tool with exactly this catalogue name. */
  tool(name: string): PooledTool | undefined {
    return this.#tools.get(name);
  }

  /** What is held back until it is approved: tools, prompts, templates and instructions. */
  held(): readonly HeldItem[] {
    return this.#sorted().flatMap(({ listing }) => listing.held);
  }

  /** The lists of a server, including prompts and resources. */
  lists(server: string): ServerLists {
    return this.#server(server).listing.lists;
  }

  /** The pool's clock. */
  now(): number {
    return this.#options.now();
  }

  /** Subscribes to later events; returns a function that unsubscribes. */
  subscribe(listener: (event: PoolEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls a tool by its catalogue name. Throws if there is no response; a tool's own error is a result. */
  async callTool(name: string, input: unknown, options: CallOptions = {}): Promise<ToolResult> {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw this.#unknownTool(name);
    return asToolResult(await this.#server(tool.server).callTool(tool.definition.name, input ?? {}, options));
  }

  /** Sends a request to a server, such as `prompts/get` or `resources/read`. */
  async request(
    server: string,
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    return this.#server(server).request(method, params, options);
  }

  /** Starts a server and resolves when it responds, for a user who wants to check it. */
  async connect(server: string): Promise<ServerStatus> {
    const pooled = this.#server(server);
    await pooled.connect();
    return pooled.status;
  }

  /** A server by its own tool names. */
  connection(server: string): PoolConnection {
    return poolConnection(this.#server(server), async (name, input, options) => {
      const pooledName = mcpToolName(server, name, this.#options.maxToolNameLength);
      if (!this.#tools.has(pooledName)) throw this.#unknownTool(name);
      return this.callTool(pooledName, input, options);
    });
  }

  /** Waits until the tools of every server are known or cannot be, up to this time. */
  async settled(milliseconds: number): Promise<void> {
    await this.start();
    const pending = [...this.#servers.values()].filter(({ isPending }) => isPending);
    await this.#within(
      milliseconds,
      pending.map((server) => server.settled()),
    );
  }

  /** Reads stale lists of a kind again; waits up to this time. */
  async freshen(kind: "tools" | "prompts" | "resources", milliseconds: number): Promise<void> {
    const stale = [...this.#servers.values()].filter((server) => server.isStale(kind));
    await this.#within(
      milliseconds,
      stale.map((server) => server.freshen(kind)),
    );
  }

  /**
   * Reports changes of a resource as `resource-updated` while it is watched. Throws if the server does not report any.
   */
  async watchResource(server: string, uri: string): Promise<void> {
    await this.#server(server).watchResource(uri);
  }

  async unwatchResource(server: string, uri: string): Promise<void> {
    await this.#server(server).unwatchResource(uri);
  }

  /** Checks again what may be used. Happens automatically with a trust gate that reports changes. */
  review(): void {
    for (const { listing } of this.#servers.values()) listing.review();
  }

  /** Closes everything: no process of the pool is left. */
  async close(): Promise<void> {
    await this.#started;
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
    await this.#options.writes.settled(this.#options.endMilliseconds);
    this.#guard.close();
    this.#stopTrust?.();
    this.#listeners.clear();
  }

  async #within(milliseconds: number, tasks: readonly Promise<void>[]): Promise<void> {
    if (tasks.length === 0) return;
    let timer: Timer | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = this.#options.startTimer(milliseconds, resolve);
    });
    await Promise.race([Promise.all(tasks), tooLate]);
    timer?.stop();
  }

  #server(name: string): PooledServer {
    const server = this.#servers.get(name);
    if (server !== undefined) return server;
    const available = [...this.#servers.keys()].sort().join(", ") || "none";
    throw new McpError("unknown_server", { server: JSON.stringify(name), available });
  }

  #sorted(): readonly PooledServer[] {
    return [...this.#servers.values()].sort((a, b) => compareNames(a.entry.name, b.entry.name));
  }

  #unknownTool(name: string): McpError {
    const held = this.held().find(({ item }) => item.name === name || (item.tool !== undefined && item.own === name));
    if (held === undefined) return new McpError("unknown_tool", { tool: JSON.stringify(name), nearest: "none" });
    const reason = held.reason === "changed" ? "its definition is not the approved one" : "it is new";
    return new McpError("tool_held", { tool: name, reason });
  }

  #redacted(event: Extract<PoolEvent, { type: "warning" }>): PoolEvent {
    const message = this.#servers.get(event.server)?.redact(event.message);
    return message === undefined ? event : { ...event, message };
  }

  #emit(event: PoolEvent): void {
    if (event.type === "tools") {
      this.#inOrder = undefined;
      for (const { name } of event.removed) this.#tools.delete(name);
      for (const tool of [...event.added, ...event.changed]) {
        const owner = this.#tools.get(tool.name);
        if (owner !== undefined && (owner.server !== tool.server || owner.definition.name !== tool.definition.name)) {
          const message = `its tool ${tool.definition.name} would share the name ${tool.name} with one of ${owner.server}, and is left out`;
          this.#emit({ type: "warning", server: tool.server, message });
          continue;
        }
        this.#tools.set(tool.name, tool);
      }
    }
    const shown = event.type === "warning" ? this.#redacted(event) : event;
    for (const listener of this.#listeners) listener(shown);
  }
}

function byName(entries: readonly ServerEntry[]): Map<string, ServerEntry> {
  const servers = new Map<string, ServerEntry>();
  for (const entry of entries) {
    const earlier = servers.get(entry.name);
    if (earlier !== undefined) {
      const details = { server: entry.name, first: earlier.source, second: entry.source };
      throw new McpError("duplicate_server", details);
    }
    servers.set(entry.name, entry);
  }
  return servers;
}

function userCacheFolder(): string {
  return defaultCacheFolder({ platform: process.platform, home: homedir(), environment: process.env });
}
