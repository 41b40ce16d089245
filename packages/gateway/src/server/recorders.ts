import type { Admission } from "../admission/admission.ts";
import type { Connections } from "../admission/connections.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import type { StoreWait } from "../memory/store-wait.ts";
import { SavingsSink } from "../savings/savings-sink.ts";
import { ConfiguredSinks } from "../trace/configured-sinks.ts";
import { MemorySink } from "../trace/memory-sink.ts";
import { createMetrics, type Metrics } from "../trace/metrics.ts";
import { UpstreamHealthSink } from "../trace/upstream-health.ts";
import type { BaseServices } from "./base-services.ts";

/** What records requests. It outlives configs. */
export interface Recorders {
  readonly memory: MemorySink;
  readonly upstreamHealth: UpstreamHealthSink;
  readonly savings: SavingsSink;
  readonly metrics: Metrics;
  /** All of these, as sinks of every config. */
  readonly sinks: readonly TraceSink[];
  /** Sinks that a config asks for. */
  readonly configuredSinks: ConfiguredSinks;
  /** Whether everything that writes can write. */
  readonly writers: () => readonly WriterHealth[];
}

export interface RecordersOptions {
  readonly services: BaseServices;
  readonly admission: Admission;
  readonly connections: Connections;
  readonly currentState: () => ConfiguredState;
  readonly storeWait: StoreWait;
  /** Whatever else writes, besides the trace log. */
  readonly otherWriters: () => readonly WriterHealth[];
}

export function createRecorders(options: RecordersOptions): Recorders {
  const { services, admission, connections, currentState, storeWait, otherWriters } = options;
  const configuredSinks = new ConfiguredSinks(services);
  const writers = (): readonly WriterHealth[] => [...configuredSinks.logs(), ...otherWriters()];
  const metrics = createMetrics({ admission, connections, storeWait, writers });
  const memory = new MemorySink(() => {
    const { memory: records, memoryBytes: bytes } = currentState().config.trace;
    return { records, bytes };
  });
  const upstreamHealth = new UpstreamHealthSink();
  const savings = new SavingsSink(services.now);
  return {
    memory,
    upstreamHealth,
    savings,
    metrics,
    sinks: [metrics.sink, memory, upstreamHealth, savings],
    configuredSinks,
    writers,
  };
}
