import type { OAuthClientProvider, RequestMethod } from "@modelcontextprotocol/client";
import { Redactor } from "@toolcrib/core/redaction";
import type { ServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { entrySecrets } from "../redaction/entry-secrets.ts";
import { backoffDelay } from "./backoff.ts";
import { isLoginWanted, loginWanted } from "./call-errors.ts";
import type { CallOptions } from "./call-options.ts";
import { callServerTool } from "./call-server-tool.ts";
import type { ListKind } from "./change-subscription.ts";
import { type Connection, openConnection } from "./connection.ts";
import { IdleWatch } from "./idle-watch.ts";
import type { PoolContext } from "./pool-context.ts";
import { ServerListing } from "./server-listing.ts";
import { ServerRequests } from "./server-requests.ts";
import type { PoolServerState, ServerStatus } from "./server-status.ts";
import { StderrRing } from "./stderr-ring.ts";
import { WatchedResources } from "./watched-resources.ts";

/** One server: its lists, its connection and its lifecycle. */
export class PooledServer {
  readonly entry: ServerEntry;
  readonly listing: ServerListing;
  readonly #context: PoolContext;
  readonly #stderr = new StderrRing();
  readonly #redactor: Redactor;
  readonly #requests: ServerRequests;
  readonly #idle: IdleWatch;
  readonly #watched: WatchedResources;
  #state: PoolServerState;
  #reason: string | undefined;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #readyAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #restarts = 0;
  #ending: Promise<unknown> = Promise.resolve();
  #stopPause: (() => void) | undefined;
  readonly #closing = new AbortController();

  constructor(entry: ServerEntry, context: PoolContext) {
    this.entry = entry;
    this.#context = context;
    this.#redactor = new Redactor(entrySecrets(entry));
    this.#state = entry.disabled ? "disabled" : "cached";
    this.listing = new ServerListing(entry, context);
    this.#requests = new ServerRequests({
      server: entry.name,
      callMilliseconds: context.options.callMilliseconds,
      current: () => this.#connection,
      connect: () => this.connect(),
      forget: async (connection) => {
        if (this.#connection === connection) await this.#disconnect();
      },
      lose: (connection, reason) => this.#drop(connection, reason),
      explain: (error) => this.#explained(error),
      redact: (text) => this.redact(text),
      noteUse: () => this.#idle.noteUse(),
    });
    this.#watched = new WatchedResources(context.options.connectMilliseconds);
    this.#idle = new IdleWatch(
      context.options,
      () => this.#requests.inFlight.size + this.#watched.size > 0,
      () => {
        this.#setState("cached");
        void this.#disconnect();
      },
    );
  }

  get status(): ServerStatus {
    const { name, transport, source } = this.entry;
    const { lists, listedAt, tools, held } = this.listing;
    const { pid } = (this.#connection?.transport ?? {}) as { readonly pid?: number | null };
    return {
      name,
      transport,
      source,
      state: this.#state,
      reason: this.#reason,
      tools: tools.usable.size,
      held: held.length,
      isListed: listedAt !== undefined,
      listedAt,
      era: this.#connection?.era ?? this.listing.era,
      title: lists.title,
      version: lists.version,
      instructions: lists.instructions,
      processId: pid ?? undefined,
      restarts: this.#restarts,
      stderr: this.#stderr.lines().map((line) => this.redact(line)),
    };
  }

  /** Removes the server's secrets from a text about it. */
  redact(text: string): string {
    return this.#redactor.text(text);
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
    if (this.listing.listedAt !== undefined) this.#setState("cached");
    if (this.listing.isOld() || this.#context.options.start === "eager") void this.connect().catch(() => {});
  }

  /** The connection; starts the server if it is not running. */
  async connect(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection;
    const server = this.entry.name;
    if (this.entry.disabled) throw new McpError("server_disabled", { server });
    if (this.#closing.signal.aborted) throw new McpError("server_failed", { server, reason: "the pool is closed." });
    const { now, retryFailedMilliseconds } = this.#context.options;
    if (this.#connecting === undefined) {
      if (this.#state === "failed" && now() - this.#failedAt < retryFailedMilliseconds) throw this.#failure();
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

  async close(): Promise<void> {
    this.#closing.abort(new Error("the pool is closed"));
    this.#stopPause?.();
    const connecting = this.#connecting;
    await this.#disconnect();
    await connecting?.catch(() => {});
    await this.#disconnect();
  }

  async #start(state: "connecting" | "restarting"): Promise<Connection> {
    this.#setState(state, state === "restarting" ? this.#reason : undefined);
    try {
      const connection = await this.#context.slots.run(() => this.#open());
      this.#connecting = undefined;
      return connection;
    } catch (error) {
      this.#connecting = undefined;
      this.#failedAt = this.#context.options.now();
      const known = isLoginWanted(error) ? loginWanted(this.entry.name, error) : error;
      this.#setState("failed", known instanceof McpError ? known.summary : this.#explained(error));
      throw known instanceof McpError ? known : this.#failure(error);
    }
  }

  async #open(): Promise<Connection> {
    const { options, guard, emit } = this.#context;
    const { entry } = this;
    const authProvider = entry.transport === "stdio" ? undefined : options.authProvider(entry);
    let connection: Connection | undefined;
    const opening = openConnection(entry, {
      ...options,
      guard,
      authProvider,
      stderr: this.#stderr,
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
      await this.#learnTokens(authProvider);
    }
    this.#connection = connection;
    try {
      await this.listing.read(connection);
    } catch (error) {
      await this.#disconnect();
      throw error;
    }
    this.#readyAt = options.now();
    this.#setState("ready");
    void this.#watched.restore(connection);
    if (entry.transport === "stdio") this.#idle.start();
    this.listing.save();
    return connection;
  }

  /** The connection ended. If we did not close it, the server is restarted with backoff. */
  #closed(connection: Connection | undefined): void {
    if (connection === undefined || this.#connection !== connection) return;
    this.#drop(connection, this.#explained(new Error("the server ended")));
  }

  #drop(connection: Connection, reason: string): void {
    if (this.#connection !== connection) return;
    void this.#disconnect();
    if (this.#closing.signal.aborted || this.#state !== "ready") return;
    const { restart, now } = this.#context.options;
    if (now() - this.#readyAt >= restart.stableMilliseconds) this.#restarts = 0;
    this.#reason = reason;
    this.#connecting = this.#restart();
    this.#connecting.catch(() => {});
  }

  async #restart(): Promise<Connection> {
    const { restart, random } = this.#context.options;
    for (;;) {
      if (this.#restarts >= restart.attempts) {
        const times = `it ended ${this.#restarts + 1} times in a row; last: ${this.#reason ?? "no reason"}`;
        this.#connecting = undefined;
        this.#failedAt = this.#context.options.now();
        this.#setState("failed", times);
        throw this.#failure();
      }
      this.#setState("restarting", this.#reason);
      await this.#pause(backoffDelay(this.#restarts++, restart, random));
      if (this.#closing.signal.aborted) throw this.#failure();
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

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.#context.options.startTimer(milliseconds, resolve);
      this.#stopPause = () => {
        timer.stop();
        resolve();
      };
    });
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#idle.stop();
    connection?.changes?.close();
    this.#ending = Promise.all([this.#ending, connection?.client.close().catch(() => {})]);
    await this.#ending;
  }

  #setState(state: PoolServerState, reason?: string): void {
    this.#state = state;
    this.#reason = reason === undefined ? undefined : this.redact(reason);
    this.#context.emit({
      type: "state",
      server: this.entry.name,
      state,
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
    });
  }

  #failure(cause?: unknown): McpError {
    const reason = this.#reason ?? "no reason is known.";
    return new McpError("server_failed", { server: this.entry.name, reason }, { cause });
  }

  async #learnTokens(provider: OAuthClientProvider | undefined): Promise<void> {
    const tokens = await provider?.tokens();
    this.#redactor.learn([tokens?.access_token, tokens?.refresh_token, tokens?.id_token]);
  }

  #explained(error: unknown): string {
    const words = this.entry.transport === "stdio" ? this.#stderr.lastWords() : undefined;
    const reason = reasonOf(error);
    return this.redact(words === undefined ? reason : `${reason}; it printed: ${words}`);
  }
}
