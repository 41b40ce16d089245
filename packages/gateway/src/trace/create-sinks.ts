import { pino } from "pino";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { TraceSink } from "../contracts/trace.ts";
import { createLogSink } from "./log-sink.ts";
import { createSpanSink } from "./span-sink.ts";

/** The sinks that a config asks for, and what gives back their files. */
export interface ConfiguredSinks {
  readonly sinks: readonly TraceSink[];
  close(): void;
}

/** Makes the sinks that a config asks for. */
export function createSinks({ log, openTelemetry }: ResolvedConfig["trace"]): ConfiguredSinks {
  const sinks: TraceSink[] = openTelemetry ? [createSpanSink()] : [];
  if (log === "off") return { sinks, close: () => {} };
  const destination = pino.destination(
    log === "stdout" ? { dest: 1, sync: false } : { dest: log.file, mkdir: true, sync: false },
  );
  return {
    sinks: [...sinks, createLogSink(destination)],
    close: () => {
      if (log === "stdout") destination.flushSync();
      else destination.end();
    },
  };
}
