import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AdminApiStep, TraceRecord } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { type AdminClient, AdminError, type AdminEvent } from "./admin-client.ts";
import { ConversationIndex } from "./conversation-index.ts";

export type Connection =
  | { readonly state: "connecting" | "live" }
  | { readonly state: "lost"; readonly problem: string }
  | { readonly state: "key-needed"; readonly problem: string };

export interface TraceStoreOptions {
  readonly client: AdminClient;
  /** Waits before the next attempt; the page's timer. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Runs the callback before the next frame, so that a burst of records causes one redraw. */
  readonly nextFrame: (callback: () => void) => void;
}

const pageSize = 500;
const maxTraces = 20_000;
const maxWait = 8_000;

const noneRunning: ReadonlyMap<string, TraceRecord> = new Map();

/** The records on the page, newest first, updated while it is open. */
export class TraceStore {
  /** Records of finished requests. */
  readonly traces: Signal<readonly TraceRecord[]> = signal([]);
  /** Partial records of running requests, by id. */
  readonly running: Signal<ReadonlyMap<string, TraceRecord>> = signal(noneRunning);
  /** Both, for the list of requests. */
  readonly all: ReadonlySignal<readonly TraceRecord[]> = computed(() =>
    this.running.value.size === 0
      ? this.traces.value
      : [...this.running.value.values(), ...this.traces.value].sort(newestFirst),
  );
  /** The records of finished requests by conversation; it changes with `traces`. */
  readonly conversations: ConversationIndex = new ConversationIndex();
  readonly connection: Signal<Connection> = signal({ state: "connecting" });
  /** Whether the first page was read: before that, an empty list means nothing. */
  readonly isLoaded: Signal<boolean> = signal(false);
  readonly #options: TraceStoreOptions;
  readonly #known = new Set<string>();
  readonly #live = new Set<string>();
  #arrived: AdminEvent[] = [];
  #abort = new AbortController();

  constructor(options: TraceStoreOptions) {
    this.#options = options;
  }

  /** Whether a request arrived while the page was open, and is not history. */
  hasArrived(id: string): boolean {
    return this.#live.has(id);
  }

  /**
   * Reads the stored records and stays connected until `stop`. A second call starts over, for example with another key.
   */
  async start(): Promise<void> {
    this.stop();
    this.#abort = new AbortController();
    const { signal: stopped } = this.#abort;
    let pause = 500;
    while (!stopped.aborted) {
      try {
        const watching = this.#watch(stopped, () => {
          pause = 500;
        });
        await watching;
        if (!stopped.aborted) this.connection.value = { state: "lost", problem: "The gateway closed the connection." };
      } catch (error) {
        if (stopped.aborted) return;
        const problem = errorMessage(error);
        const needsKey = error instanceof AdminError && (error.status === 401 || error.status === 403);
        this.connection.value = { state: needsKey ? "key-needed" : "lost", problem };
        this.isLoaded.value = true;
        if (needsKey) return;
      }
      await this.#options.wait(pause, stopped);
      pause = Math.min(pause * 2, maxWait);
    }
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Subscribes before reading, so that no record is missed in between. */
  async #watch(stopped: AbortSignal, onOpen: () => void): Promise<void> {
    const opened = () => {
      onOpen();
      // Running requests are reported again.
      this.running.value = noneRunning;
      this.connection.value = { state: "live" };
      void this.#readAll(stopped).catch((error: unknown) => {
        this.connection.value = { state: "lost", problem: errorMessage(error) };
      });
    };
    for await (const event of this.#options.client.watchEvents(stopped, opened)) this.#arrive(event);
  }

  async #readAll(stopped: AbortSignal): Promise<void> {
    let before: string | undefined;
    for (let read = 0; read < maxTraces && !stopped.aborted; ) {
      const { traces, next } = await this.#options.client.listTraces({
        limit: pageSize,
        ...(before === undefined ? {} : { before }),
      });
      this.#merge(traces);
      this.isLoaded.value = true;
      if (next === null || traces.length === 0) return;
      before = next;
      read += traces.length;
    }
  }

  #arrive(event: AdminEvent): void {
    this.#arrived.push(event);
    if (this.#arrived.length > 1) return;
    this.#options.nextFrame(() => {
      const arrived = this.#arrived;
      this.#arrived = [];
      batch(() => {
        this.#run(arrived);
        this.#merge(arrived.flatMap((event) => (event.type === "trace" ? [event.trace] : [])));
      });
    });
  }

  /** Updates the running requests. */
  #run(events: readonly AdminEvent[]): void {
    const running = new Map(this.running.peek());
    for (const event of events) {
      const { id } = event.trace;
      this.#live.add(id);
      if (event.type === "trace") running.delete(id);
      else if (!this.#known.has(id)) running.set(id, withStep(running.get(id), event));
    }
    if (running.size > 0 || this.running.peek().size > 0) this.running.value = running;
  }

  #merge(more: readonly TraceRecord[]): void {
    const added = more.filter(({ id }) => !this.#known.has(id)).toSorted(newestFirst);
    const [newest] = added;
    if (newest === undefined) return;
    for (const { id } of added) this.#known.add(id);
    this.conversations.add(added);
    const before = this.traces.peek();
    const [latest] = before;
    const oldest = added.at(-1) ?? newest;
    // Almost always all are newer, or all older, than the existing records: then no sorting is needed.
    if (latest === undefined || newestFirst(oldest, latest) <= 0) this.#keep([...added, ...before]);
    else this.#keep([...before, ...added].sort(newestFirst));
  }

  #keep(traces: TraceRecord[]): void {
    const dropped = traces.splice(maxTraces);
    this.conversations.remove(dropped);
    for (const { id } of dropped) {
      this.#known.delete(id);
      this.#live.delete(id);
    }
    this.traces.value = traces;
  }
}

function withStep(before: TraceRecord | undefined, { trace, index, step }: AdminApiStep): TraceRecord {
  return { ...trace, flow: [...(before?.flow ?? []).slice(0, index), step] };
}

function newestFirst(left: TraceRecord, right: TraceRecord): number {
  return left.startedAt < right.startedAt ? 1 : left.startedAt > right.startedAt ? -1 : 0;
}
