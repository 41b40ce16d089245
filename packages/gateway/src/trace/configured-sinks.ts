import { pino } from "pino";
import type { TraceConfig } from "../config/gateway-config.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { TraceSink } from "../contracts/trace.ts";
import { createLogSink } from "./log-sink.ts";
import { createSpanSink } from "./span-sink.ts";

type LogTarget = Exclude<NonNullable<TraceConfig["log"]>, "off">;

/**
 * The sinks that configs ask for. A log stays open until the gateway closes, also when the config no longer names it: requests that
 * began under the earlier config still write to it.
 */
export class ConfiguredSinks {
  readonly #logs = new Map<string, { readonly sink: TraceSink; readonly close: () => void }>();

  for({ log, openTelemetry }: ResolvedConfig["trace"]): readonly TraceSink[] {
    return [...(openTelemetry ? [createSpanSink()] : []), ...(log === "off" ? [] : [this.#log(log)])];
  }

  close(): void {
    for (const log of this.#logs.values()) log.close();
    this.#logs.clear();
  }

  #log(target: LogTarget): TraceSink {
    const key = target === "stdout" ? "stdout" : `file:${target.file}`;
    const log = this.#logs.get(key) ?? openLog(target);
    this.#logs.set(key, log);
    return log.sink;
  }
}

function openLog(target: LogTarget): { readonly sink: TraceSink; readonly close: () => void } {
  const where = target === "stdout" ? { dest: 1 } : { dest: target.file, mkdir: true };
  const destination = pino.destination({ ...where, sync: false });
  return {
    sink: createLogSink(destination),
    // Standard output is not ours to close.
    close: () => (target === "stdout" ? destination.flushSync() : destination.end()),
  };
}
