import { isDeepStrictEqual } from "node:util";
import type { RequestMethod } from "@modelcontextprotocol/client";
import type { ServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { isLoginWanted, loginWanted } from "./call-errors.ts";
import type { CallOptions } from "./call-options.ts";
import { callServerTool } from "./call-server-tool.ts";
import type { ListKind } from "./change-subscription.ts";
import { type Connection, openConnection } from "./connection.ts";
import { IdleWatch } from "./idle-watch.ts";
import type { PoolContext } from "./pool-context.ts";
import { Restarts } from "./restarts.ts";
import { ServerConnections } from "./server-connections.ts";
import { ServerListing } from "./server-listing.ts";
import { ServerRequests } from "./server-requests.ts";
import { ServerState } from "./server-state.ts";
import type { ServerStatus } from "./server-status.ts";
import { ServerTexts } from "./server-texts.ts";
import { WatchedResources } from "./watched-resources.ts";

/** Whether an entry starts the same server with the same tools; its rules may differ. */
export function isSameServer(left: ServerEntry, right: ServerEntry): boolean {
  return isDeepStrictEqual(withoutRules(left), withoutRules(right));
}

function withoutRules({ policy: _policy, source: _source, ...entry }: ServerEntry): object {
  return entry;
}

/** One server: its lists, its connection and its lifecycle. */
export class PooledServer {
  /** Replaced only by one that differs in its rules alone. */
  entry: ServerEntry;
  readonly listing: ServerListing;
  readonly #context: PoolContext;
  readonly #texts: ServerTexts;
  readonly #state: ServerState;
  readonly #requests: ServerRequests;
  readonly #idle: IdleWatch;
  readonly #watched: WatchedResources;
  readonly #restarts: Restarts;
  readonly #connections: ServerConnections;
  #connecting: Promise<Connection> | undefined;
  readonly #closing = new AbortController();
  #hasLeft = false;

  constructor(entry: ServerEntry, pool: PoolContext) {
    const context: PoolContext = { ...pool, emit: (event) => this.#hasLeft || pool.emit(event) };
    this.entry = entry;
    this.#context = context;
    this.#texts = new ServerTexts(entry);
    const initial = entry.disabled ? "disabled" : "cached";
    this.#state = new ServerState(entry.name, initial, context, (text) => this.redact(text));
    this.listing = new ServerListing(entry, context);
    this.#restarts = new Restarts(context.options);
    this.#requests = new ServerRequests({
      server: entry.name,
      callMilliseconds: context.options.callMilliseconds,
      current: () => this.#connection,
      connect: () => this.connect(),
      forget: (connection) => {
        if (this.#connection === connection) this.#connections.retire();
      },
      lose: (connection, reason) => this.#lose(connection, reason),
      explain: (error) => this.#texts.explain(error),
      loginWanted: (cause) => loginWanted(this.entry, cause, context.options),
      redact: (text) => this.redact(text),
      noteUse: () => this.#idle.noteUse(),
    });
    this.#watched = new WatchedResources(context.options.connectMilliseconds);
    this.#idle = new IdleWatch(
      context.options,
      () => this.#requests.inFlight.size + this.#watched.size > 0,
      () => {
        this.#state.set("cached");
        void this.#connections.disconnect();
      },
    );
    this.#connections = new ServerConnections({
      whenUnused: (connection, callback) => this.#requests.inFlight.whenUnused(connection, callback),
      onGivenUp: () => this.#idle.stop(),
    });
  }

  get #connection(): Connection | undefined {
    return this.#connections.current;
  }

  get status(): ServerStatus {
    const { name, transport, source } = this.entry;
    const { lists, listedAt, tools, held } = this.listing;
    const { pid } = (this.#connection?.transport ?? {}) as { readonly pid?: number | null };
    return {
      name,
      transport,
      source,
      state: this.#state.current,
      reason: this.#state.reason,
      tools: tools.usable.size,
      held: held.length,
      isListed: listedAt !== undefined,
      listedAt,
      era: this.#connection?.era ?? this.listing.era,
      title: lists.title,
      version: lists.version,
      instructions: lists.instructions,
      processId: pid ?? undefined,
      restarts: this.#restarts.count,
      stderr: this.#texts.printed(),
    };
  }

  /** Removes the server's secrets from a text about it. */
  redact(text: string): string {
    return this.#texts.redact(text);
  }

  /** Whether its tools may still become known: it is starting, and nothing is cached. */
  get isPending(): boolean {
    return this.#connecting !== undefined && this.listing.listedAt === undefined;
  }

  /** Whether its lists of a kind must be read again before use. */
  isStale(kind: ListKind): boolean {
    return !this.entry.disabled && this.listing.isStale(kind, this.#connection);
  }

  /** Resolves when the current connection attempt ends, with any outcome. */
  async settled(): Promise<void> {
    await this.#connecting?.catch(() => {});
  }

  /** Reads the cached lists, and starts the server in the background if they are missing or old. */
  async load(): Promise<void> {
    if (this.entry.disabled) return;
    await this.listing.load();
    if (this.listing.listedAt !== undefined) this.#state.set("cached");
    if (this.listing.isOld() || this.#context.options.start === "eager") void this.connect().catch(() => {});
  }

  /** The connection; starts the server if it is not running. */
  async connect(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection;
    const server = this.entry.name;
    if (this.entry.disabled) throw new McpError("server_disabled", { server });
    if (this.#closing.signal.aborted) throw new McpError("server_failed", { server, reason: "the pool is closed." });
    if (this.#connecting === undefined) {
      if (this.#state.hasJustFailed) throw this.#state.failure();
      this.#connecting = this.#start("connecting");
    }
    return this.#connecting;
  }

  /** Sends a request to the server, and starts it if needed. */
  async request(
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    return this.#requests.send({ method, params }, options);
  }

  /** Calls a tool by the server's own name for it. */
  async callTool(name: string, input: unknown, options: CallOptions): Promise<Record<string, unknown>> {
    const place = { requests: this.#requests, listing: this.listing, current: () => this.#connection };
    return callServerTool(place, { name, input }, options);
  }

  /** Reads the lists of a kind again if they are stale. If that fails, the known ones stay. */
  async freshen(kind: ListKind): Promise<void> {
    if (!this.isStale(kind)) return;
    if (this.#connection !== undefined) {
      return this.listing.refresh(this.listing.isOld() ? "all" : kind, () => this.#connection);
    }
    const connecting = this.connect().then(
      () => {},
      () => {},
    );
    // Do not wait for a process to start: it will most likely list the same as when it last ran.
    if (this.entry.transport !== "stdio") await connecting;
  }

  /** Subscribes to changes of a resource, and starts the server for it. */
  async watchResource(uri: string): Promise<void> {
    await this.#watched.add(await this.connect(), uri);
  }

  async unwatchResource(uri: string): Promise<void> {
    await this.#watched.remove(this.#connection, uri);
  }

  /** Withdraws its lists. From then on it reports nothing: it may be starting still, and another may have its name. */
  leave(): void {
    this.listing.withdraw();
    this.#hasLeft = true;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the pool is closed"));
    this.#restarts.stop();
    const connecting = this.#connecting;
    this.#connections.endRetired();
    await this.#connections.disconnect();
    await connecting?.catch(() => {});
    await this.#connections.disconnect();
  }

  async #start(state: "connecting" | "restarting"): Promise<Connection> {
    this.#state.set(state, state === "restarting" ? this.#state.reason : undefined);
    try {
      const connection = await this.#context.slots.run(() => this.#open());
      this.#connecting = undefined;
      return connection;
    } catch (error) {
      this.#connecting = undefined;
      const known = isLoginWanted(error) ? loginWanted(this.entry, error, this.#context.options) : error;
      if (known instanceof McpError) this.#state.set("failed", known.summary, known);
      else this.#state.set("failed", this.#texts.explain(error));
      throw this.#state.failure(error);
    }
  }

  async #open(): Promise<Connection> {
    const { options, guard, emit } = this.#context;
    const { entry } = this;
    const authProvider = this.#texts.learning(entry.transport === "stdio" ? undefined : options.authProvider(entry));
    let connection: Connection | undefined;
    const opening = openConnection(entry, {
      ...options,
      guard,
      authProvider,
      stderr: this.#texts.stderr,
      warn: (message) => emit({ type: "warning", server: entry.name, message }),
      signal: this.#closing.signal,
      knownEra: this.listing.era,
      capabilities: options.clientCapabilities,
      handlers: {
        onListChanged: (kind) => void this.listing.refresh(kind, () => this.#connection),
        onResourceUpdated: (uri) => emit({ type: "resource-updated", server: entry.name, uri }),
        onLog: (params) => this.#requests.inFlight.only()?.log(params),
        onClose: () => this.#closed(connection),
        answer: (method, params, signal) => this.#requests.inFlight.ask(method, params, signal),
      },
    });
    try {
      connection = await opening;
    } finally {
      await this.#texts.learnTokens(authProvider);
    }
    this.#connections.use(connection);
    try {
      await this.listing.read(connection);
    } catch (error) {
      await this.#connections.disconnect();
      throw error;
    }
    this.#restarts.noteReady();
    this.#state.set("ready");
    void this.#watched.restore(connection);
    if (entry.transport === "stdio") this.#idle.start();
    this.listing.save();
    return connection;
  }

  /** The connection ended. If we did not close it, the server is restarted with backoff. */
  #closed(connection: Connection | undefined): void {
    if (connection === undefined || this.#connection !== connection) return;
    void this.#connections.disconnect();
    this.#reopen(this.#texts.explain(new Error("the server ended")), () => {
      this.#restarts.noteEnd();
      return this.#restart();
    });
  }

  /** A request failed on the network. Only that request has failed: the others go on, and new ones get a new connection. */
  #lose(connection: Connection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connections.retire();
    this.#reopen(reason, () => {
      this.#restarts.noteReached();
      return this.#reconnect();
    });
  }

  #reopen(reason: string, open: () => Promise<Connection>): void {
    if (this.#closing.signal.aborted || this.#state.current !== "ready") return;
    this.#state.expect(reason);
    this.#connecting = open();
    this.#connecting.catch(() => {});
  }

  /** Connects at once, because it may have been one bad request, and then as after an end of the server. */
  async #reconnect(): Promise<Connection> {
    try {
      return await this.#start("restarting");
    } catch (error) {
      if (this.#closing.signal.aborted) throw error;
      const restarting = this.#restart();
      this.#connecting = restarting;
      return restarting;
    }
  }

  async #restart(): Promise<Connection> {
    for (;;) {
      if (this.#restarts.areUsedUp) {
        const times = `it ended ${this.#restarts.count + 1} times in a row; last: ${this.#state.reason ?? "no reason"}`;
        this.#connecting = undefined;
        this.#state.set("failed", times);
        throw this.#state.failure();
      }
      this.#state.set("restarting", this.#state.reason);
      await this.#restarts.pause();
      if (this.#closing.signal.aborted) throw this.#state.failure();
      const attempt = this.#start("restarting");
      const waiting = this.#connecting;
      try {
        return await attempt;
      } catch {
        // `#start` noted the reason; waiting callers keep waiting for the next attempt.
        this.#connecting = waiting;
      }
    }
  }
}
