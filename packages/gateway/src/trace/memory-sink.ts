import type { RunningTrace, TraceRecord, TraceSink } from "../contracts/trace.ts";
import { estimateSize } from "./estimate-size.ts";

/** Which records to return, newest first. */
export interface TraceQuery {
  /** Default: 50. */
  readonly limit?: number | undefined;
  /** Only records older than the one with this id. */
  readonly before?: string | undefined;
  readonly conversation?: string | undefined;
}

/** What the records say about a conversation. */
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

/** Receives live updates. */
export interface TraceListener {
  readonly onRecord: (trace: TraceRecord) => void;
  /** A request has completed another step. */
  readonly onStep?: ((running: RunningTrace) => void) | undefined;
}

/** Limits for the records that are kept. */
export interface MemoryCapacity {
  readonly records: number;
  /** The approximate size of all records. */
  readonly bytes: number;
}

/** Keeps the latest records in memory, up to a count and a size, and notifies listeners of new and running requests. */
export class MemorySink implements TraceSink {
  readonly specificationVersion = "v1";
  readonly #capacity: () => MemoryCapacity;
  /** Oldest first. */
  readonly #records = new Map<string, TraceRecord>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  /** The running requests, from their first step on. */
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
    // Even without captured content a record may be large: it lists the repairs of any history, and the calls of any answer.
    const size = estimateSize(trace);
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

  /** The running requests, oldest first. */
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

  /** The conversations of the kept records, most recently used first. */
  conversations(): ConversationSummary[] {
    const summaries = new Map<string, ConversationSummary>();
    for (const trace of this.#records.values()) {
      const before = summaries.get(trace.conversation);
      // Delete and set again, to order by the latest request.
      summaries.delete(trace.conversation);
      summaries.set(trace.conversation, summarise(trace, before));
    }
    return [...summaries.values()].reverse();
  }

  /** Returns a function that removes the listener. */
  listen(listener: TraceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function summarise(trace: TraceRecord, before: ConversationSummary | undefined): ConversationSummary {
  const { tokens } = trace.savings.sent;
  return {
    id: trace.conversation,
    requests: (before?.requests ?? 0) + 1,
    firstAt: before?.firstAt ?? trace.startedAt,
    lastAt: trace.startedAt,
    model: trace.model,
    inputTokens: (before?.inputTokens ?? 0) + tokens.input,
    outputTokens: (before?.outputTokens ?? 0) + tokens.output,
    cacheReadTokens: (before?.cacheReadTokens ?? 0) + tokens.cacheRead,
  };
}
