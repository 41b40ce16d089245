import type { StartTimer } from "@toolcrib/shared/timers";
import type { TraceConfig } from "../config/gateway-config.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { createLogSink } from "./log-sink.ts";
import { openLogFile, openStandardOutput } from "./open-log.ts";
import { QueuedLog } from "./queued-log.ts";
import { createSpanSink } from "./span-sink.ts";

type LogTarget = Exclude<NonNullable<TraceConfig["log"]>, "off">;

export interface ConfiguredSinksOptions {
  readonly startTimer: StartTimer;
  readonly reportProblem: (problem: string, error?: unknown) => void;
}

/**
 * The sinks that configs ask for. A log stays open until the gateway closes, even if the config no longer names it:
 * requests that started under the earlier config still write to it.
 */
export class ConfiguredSinks {
  readonly #options: ConfiguredSinksOptions;
  readonly #logs = new Map<string, { readonly target: string; readonly log: QueuedLog; readonly sink: TraceSink }>();
  #maxQueuedBytes = 0;

  constructor(options: ConfiguredSinksOptions) {
    this.#options = options;
  }

  for({ log, logQueueBytes, openTelemetry }: ResolvedConfig["trace"]): readonly TraceSink[] {
    this.#maxQueuedBytes = logQueueBytes;
    return [...(openTelemetry ? [createSpanSink()] : []), ...(log === "off" ? [] : [this.#log(log)])];
  }

  logs(): readonly WriterHealth[] {
    return [...this.#logs.values()].map(({ target, log }) => ({ name: "trace log", target, ...log.health }));
  }

  /** Writes pending lines, with a time limit. */
  async close(): Promise<void> {
    // Records of this turn of the event loop have not arrived yet.
    await new Promise((resolve) => setImmediate(resolve));
    const logs = [...this.#logs.values()];
    await Promise.all(logs.map(({ log }) => log.close()));
    this.#logs.clear();
  }

  #log(target: LogTarget): TraceSink {
    const key = target === "stdout" ? "stdout" : `file:${target.file}`;
    let known = this.#logs.get(key);
    if (known === undefined) {
      const log = this.#open(target);
      const onProblem = (error: unknown) => this.#options.reportProblem("a record could not be written down", error);
      known = { target: target === "stdout" ? target : target.file, log, sink: later(createLogSink(log), onProblem) };
      this.#logs.set(key, known);
    }
    return known.sink;
  }

  #open(target: LogTarget): QueuedLog {
    const { startTimer, reportProblem } = this.#options;
    const name = target === "stdout" ? "the trace log on standard output" : `the trace log ${target.file}`;
    return new QueuedLog({
      open: target === "stdout" ? openStandardOutput : openLogFile(target.file),
      maxQueuedBytes: () => this.#maxQueuedBytes,
      startTimer,
      onChange: ({ state, reason, droppedLines }) =>
        reportProblem(
          state === "ok"
            ? `${name} is written again; ${droppedLines} records were dropped so far`
            : `${name} cannot be written (${reason}); requests are answered, and records beyond its queue are dropped`,
        ),
    });
  }
}

/** Recording takes time that the client does not need to wait for. */
function later(sink: TraceSink, onProblem: (error: unknown) => void): TraceSink {
  const record = (trace: TraceRecord): void => {
    try {
      sink.record(trace);
    } catch (error) {
      onProblem(error);
    }
  };
  return { ...sink, record: (trace) => void setImmediate(() => record(trace)) };
}
