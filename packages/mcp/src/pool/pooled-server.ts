import { ProtocolError, type RequestMethod, SdkHttpError } from "@modelcontextprotocol/client";
import type { ServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import type { ListCache } from "../list-cache/list-cache.ts";
import { backoffDelay } from "./backoff.ts";
import type { CallOptions } from "./call-options.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { ChildGuard } from "./child-guard.ts";
import { type Connection, type ListKind, listTools, openConnection, readLists } from "./connection.ts";
import type { ResolvedPoolOptions } from "./pool-options.ts";
import { emptyLists, type ServerLists } from "./server-lists.ts";
import type { PoolEvent, PoolServerState, ServerStatus } from "./server-status.ts";
import { ServerTools } from "./server-tools.ts";
import type { Slots } from "./slots.ts";
import { StderrRing } from "./stderr-ring.ts";
import { untouchedResult } from "./untouched-result.ts";

/** What the servers of a pool share. */
export interface PoolContext {
  readonly options: ResolvedPoolOptions;
  readonly cache: ListCache | undefined;
  readonly slots: Slots;
  readonly guard: ChildGuard;
  readonly emit: (event: PoolEvent) => void;
}

/** One server: its lists, its connection, and how it comes and goes. */
export class PooledServer {
  readonly entry: ServerEntry;
  readonly tools: ServerTools;
  readonly #context: PoolContext;
  readonly #stderr = new StderrRing();
  readonly #calls = new CallsInFlight();
  #lists: ServerLists = emptyLists;
  #listedAt: number | undefined;
  #state: PoolServerState;
  #reason: string | undefined;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #readyAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #restarts = 0;
  #usedAt = 0;
  #stopIdleTimer: (() => void) | undefined;
  #stopPause: (() => void) | undefined;
  #isClosed = false;
  readonly #refreshing = new Map<ListKind, Promise<void>>();
  readonly #dirty = new Set<ListKind>();

  constructor(entry: ServerEntry, context: PoolContext) {
    const { longestToolName, trust } = context.options;
    this.entry = entry;
    this.#context = context;
    this.#state = entry.disabled ? "disabled" : "cached";
    this.tools = new ServerTools({
      server: entry.name,
      alwaysLoad: entry.alwaysLoad,
      longestToolName,
      trust,
      emit: context.emit,
    });
  }

  get lists(): ServerLists {
    return this.#lists;
  }

  get status(): ServerStatus {
    const { name, transport, source } = this.entry;
    const processId = (this.#connection?.transport as { processId?: number } | undefined)?.processId;
    return {
      name,
      transport,
      source,
      state: this.#state,
      reason: this.#reason,
      tools: this.tools.usable.size,
      held: this.tools.held.length,
      isListed: this.#listedAt !== undefined,
      listedAt: this.#listedAt,
      title: this.#lists.title,
      version: this.#lists.version,
      instructions: this.#lists.instructions,
      processId,
      restarts: this.#restarts,
      stderr: this.#stderr.lines(),
    };
  }

  /** Whether its tools may still become known: it is being started, and nothing is known from before. */
  get isPending(): boolean {
    return this.#connecting !== undefined && this.#listedAt === undefined;
  }

  /** Settles when the current attempt to connect is over, however it ends. */
  async settled(): Promise<void> {
    await this.#connecting?.catch(() => {});
  }

  /** Reads what is known from before, and starts the server in the background if that is nothing, or old. */
  async load(): Promise<void> {
    if (this.entry.disabled) return;
    const { cache, options, emit } = this.#context;
    const known = await cache?.read(this.entry, (message) => {
      emit({ type: "warning", server: this.entry.name, message });
    });
    if (known !== undefined) {
      this.#listedAt = known.listedAt;
      this.#takeLists(known.lists);
      emit({ type: "state", server: this.entry.name, state: this.#state });
    }
    const isOld = known === undefined || options.now() - known.listedAt > options.maxListAgeMilliseconds;
    if (isOld || options.start === "eager") void this.connect().catch(() => {});
  }

  /** The connection, once there is one; starts the server where it does not run. */
  async connect(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection;
    const server = this.entry.name;
    if (this.entry.disabled) throw new McpError("server_disabled", { server });
    if (this.#isClosed) throw new McpError("server_failed", { server, reason: "the pool is closed." });
    const { now, retryFailedMilliseconds } = this.#context.options;
    if (this.#connecting === undefined) {
      if (this.#state === "failed" && now() - this.#failedAt < retryFailedMilliseconds) throw this.#failure();
      this.#connecting = this.#start("connecting");
    }
    return this.#connecting;
  }

  /** Sends a request to the server, which is started for it. */
  async request(
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    const connection = this.#connection ?? (await abortable(this.connect(), options.signal));
    try {
      return await this.#send(connection, method, params, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ProtocolError) throw error;
      if (!isSessionGone(error)) throw this.#lostCall(error, connection);
      // The server forgot the session and did nothing: the one case in which a call may be made again.
      this.#drop(connection, "the session ended");
      return this.#send(await abortable(this.connect(), options.signal), method, params, options);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopIdleTimer?.();
    this.#stopPause?.();
    const connecting = this.#connecting;
    await this.#disconnect();
    await connecting?.catch(() => {});
    await this.#disconnect();
  }

  async #send(
    { client }: Connection,
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
    { signal, onProgress, meta, channel }: CallOptions,
  ): Promise<Record<string, unknown>> {
    const done = this.#calls.add(channel);
    try {
      return await client.request(
        { method, params: meta === undefined ? { ...params } : { ...params, _meta: { ...meta } } },
        untouchedResult,
        {
          timeout: this.#context.options.callMilliseconds,
          resetTimeoutOnProgress: true,
          ...(signal === undefined ? {} : { signal }),
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        },
      );
    } finally {
      done();
      this.#usedAt = this.#context.options.now();
    }
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
      this.#setState("failed", error instanceof McpError ? error.summary : this.#explained(error));
      throw error instanceof McpError ? error : this.#failure(error);
    }
  }

  async #open(): Promise<Connection> {
    const { options, guard, emit } = this.#context;
    const { entry } = this;
    const authProvider = entry.transport === "stdio" ? undefined : options.authProvider(entry);
    let connection: Connection | undefined;
    connection = await openConnection(entry, {
      ...options,
      guard,
      authProvider,
      stderr: this.#stderr,
      capabilities: options.clientCapabilities,
      handlers: {
        onListChanged: (kind) => void this.#refresh(kind),
        onResourceUpdated: (uri) => emit({ type: "resource-updated", server: entry.name, uri }),
        onLog: (params) => this.#calls.only()?.log(params),
        onClose: () => this.#closed(connection),
        answer: (method, params, signal) => this.#calls.ask(method, params, signal),
      },
    });
    this.#connection = connection;
    try {
      this.#takeLists(await readLists(connection, entry.name, options.connectMilliseconds));
    } catch (error) {
      await this.#disconnect();
      throw error;
    }
    this.#readyAt = options.now();
    this.#usedAt = this.#readyAt;
    this.#setState("ready");
    this.#watchIdle();
    await this.#saveLists();
    return connection;
  }

  /** The connection ended. If nobody here ended it, the server is started anew, after a pause that grows. */
  #closed(connection: Connection | undefined): void {
    if (connection === undefined || this.#connection !== connection) return;
    this.#drop(connection, this.#explained(new Error("the server ended")));
  }

  #drop(connection: Connection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#stopIdleTimer?.();
    void connection.client.close().catch(() => {});
    if (this.#isClosed || this.#state !== "ready") return;
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
      if (this.#isClosed) throw this.#failure();
      const attempt = this.#start("restarting");
      const waiting = this.#connecting;
      try {
        return await attempt;
      } catch {
        // `#start` noted the reason; those who wait go on waiting for the next attempt.
        this.#connecting = waiting;
      }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const stop = this.#context.options.startTimer(milliseconds, resolve);
      this.#stopPause = () => {
        stop();
        resolve();
      };
    });
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#stopIdleTimer?.();
    await connection?.client.close().catch(() => {});
  }

  #watchIdle(): void {
    const { idleMilliseconds, startTimer, now } = this.#context.options;
    if (idleMilliseconds <= 0 || this.entry.transport !== "stdio") return;
    const idleFor = now() - this.#usedAt;
    this.#stopIdleTimer = startTimer(Math.max(1, idleMilliseconds - idleFor), () => {
      if (this.#calls.size === 0 && now() - this.#usedAt >= idleMilliseconds) {
        this.#setState("cached");
        void this.#disconnect();
      } else {
        this.#watchIdle();
      }
    });
  }

  /** Reads a list again; one that changes while it is read is read once more. */
  async #refresh(kind: ListKind): Promise<void> {
    this.#dirty.add(kind);
    const running = this.#refreshing.get(kind);
    if (running !== undefined) return running;
    const work = this.#refreshWhileDirty(kind).finally(() => this.#refreshing.delete(kind));
    this.#refreshing.set(kind, work);
    return work;
  }

  async #refreshWhileDirty(kind: ListKind): Promise<void> {
    const { options, emit } = this.#context;
    while (this.#dirty.delete(kind) && this.#connection !== undefined) {
      try {
        if (kind === "tools") {
          const tools = await listTools(this.#connection, this.entry.name, options.connectMilliseconds);
          this.#takeLists({ ...this.#lists, tools });
        } else {
          this.#takeLists(await readLists(this.#connection, this.entry.name, options.connectMilliseconds));
          emit({ type: kind, server: this.entry.name });
        }
        await this.#saveLists();
      } catch (error) {
        emit({ type: "warning", server: this.entry.name, message: `its ${kind} cannot be listed: ${reasonOf(error)}` });
      }
    }
  }

  #takeLists(lists: ServerLists): void {
    this.#lists = lists;
    this.tools.replace(lists.tools);
  }

  async #saveLists(): Promise<void> {
    const { cache, emit, options } = this.#context;
    this.#listedAt = options.now();
    try {
      await cache?.write(this.entry, { lists: this.#lists, listedAt: this.#listedAt });
    } catch (error) {
      emit({ type: "warning", server: this.entry.name, message: `its list cannot be kept: ${reasonOf(error)}` });
    }
  }

  #setState(state: PoolServerState, reason?: string): void {
    this.#state = state;
    this.#reason = reason;
    this.#context.emit({
      type: "state",
      server: this.entry.name,
      state,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  #failure(cause?: unknown): McpError {
    const reason = this.#reason ?? "no reason is known.";
    return new McpError("server_failed", { server: this.entry.name, reason }, { cause });
  }

  #lostCall(error: unknown, connection: Connection): McpError {
    const reason = this.#explained(error);
    if (this.#connection === connection && isNetworkFailure(error)) this.#drop(connection, reason);
    return new McpError("server_lost", { server: this.entry.name, reason }, { cause: error });
  }

  // The last line that a server printed says most about why it ended.
  #explained(error: unknown): string {
    const reason = reasonOf(error);
    const printed = this.#stderr.lines().filter((line) => line.trim() !== "" && !line.startsWith("(ended "));
    const last = this.entry.transport === "stdio" ? printed.at(-1) : undefined;
    return last === undefined ? reason : `${reason}; it printed: ${last.trim().slice(0, 200)}`;
  }
}

function isSessionGone(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("fetch failed");
}

async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
