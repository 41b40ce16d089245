import type { RunningTrace, TraceRecord, TraceSink } from "../contracts/trace.ts";
import { estimateSize } from "./estimate-size.ts";

/** Which records are wanted, the newest first. */
export interface TraceQuery {
  /** Default: 50. */
  readonly limit?: number | undefined;
  /** Only those older than the record with this id. */
  readonly before?: string | undefined;
  readonly conversation?: string | undefined;
}

/** What is known of a conversation from its records. */
export interface ConversationSummary {
  readonly id: string;
  readonly requests: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
}

/** Who wants to know what happens, as it happens. */
export interface TraceListener {
  readonly onRecord: (trace: TraceRecord) => void;
  /** A request has made its newest step. */
  readonly onStep?: ((running: RunningTrace) => void) | undefined;
}

/** How much is kept. */
export interface MemoryCapacity {
  readonly records: number;
  /** For what the records captured of messages; without that, a record is small. */
  readonly bytes: number;
}

/** Keeps the last records in memory, up to a number and a size, and tells who listens about new ones and about requests that run. */
export class MemorySink implements TraceSink {
  readonly specificationVersion = "v1";
  readonly #capacity: () => MemoryCapacity;
  /** The oldest first. */
  readonly #records = new Map<string, TraceRecord>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  /** The requests that run, from their first step on. */
  readonly #running = new Map<string, RunningTrace>();
  readonly #listeners = new Set<TraceListener>();

  /** The capacity may change while the gateway runs. */
  constructor(capacity: () => MemoryCapacity) {
    this.#capacity = capacity;
  }

  record(trace: TraceRecord): void {
    this.#running.delete(trace.id);
    this.#keep(trace);
    const { records, bytes } = this.#capacity();
    for (const id of this.#records.keys()) {
      if (this.#records.size <= records && this.#bytes <= bytes) break;
      this.#forget(id);
    }
    for (const { onRecord } of this.#listeners) onRecord(trace);
  }

  #keep(trace: TraceRecord): void {
    this.#forget(trace.id);
    this.#records.set(trace.id, trace);
    if (!trace.flow.some(({ payload }) => payload !== undefined)) return;
    const size = estimateSize(trace.flow);
    this.#sizes.set(trace.id, size);
    this.#bytes += size;
  }

  #forget(id: string): void {
    this.#bytes -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
    this.#records.delete(id);
  }

  step(running: RunningTrace): void {
    if (running.steps.length === 1) this.#running.set(running.id, running);
    for (const { onStep } of this.#listeners) onStep?.(running);
  }

  /** The requests that run, the oldest first. */
  running(): RunningTrace[] {
    return [...this.#running.values()];
  }

  get(id: string): TraceRecord | undefined {
    return this.#records.get(id);
  }

  list({ limit = 50, before, conversation }: TraceQuery): TraceRecord[] {
    const newest = [...this.#records.values()].reverse();
    const start = before === undefined ? 0 : newest.findIndex(({ id }) => id === before) + 1;
    return newest
      .slice(start)
      .filter((trace) => conversation === undefined || trace.conversation === conversation)
      .slice(0, limit);
  }

  /** The conversations of the records that are kept; the one used last comes first. */
  conversations(): ConversationSummary[] {
    const summaries = new Map<string, ConversationSummary>();
    for (const trace of this.#records.values()) {
      const before = summaries.get(trace.conversation);
      // Set anew, so that the order is that of the last request.
      summaries.delete(trace.conversation);
      summaries.set(trace.conversation, summarise(trace, before));
    }
    return [...summaries.values()].reverse();
  }

  /** Returns what ends it. */
  listen(listener: TraceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function summarise(trace: TraceRecord, before: ConversationSummary | undefined): ConversationSummary {
  return {
    id: trace.conversation,
    requests: (before?.requests ?? 0) + 1,
    firstAt: before?.firstAt ?? trace.startedAt,
    lastAt: trace.startedAt,
    model: trace.model,
    inputTokens: (before?.inputTokens ?? 0) + (trace.usage?.input_tokens ?? 0),
    outputTokens: (before?.outputTokens ?? 0) + (trace.usage?.output_tokens ?? 0),
    cacheReadTokens: (before?.cacheReadTokens ?? 0) + (trace.usage?.cache_read_input_tokens ?? 0),
  };
}
