import { escapeUnprintable } from "@toolcrib/shared/json";
import type { TraceSink } from "../contracts/trace.ts";

export interface LogDestination {
  /** Receives a line including its line break. */
  write(line: string): void;
}

/** The level `info` in JSON log tools. */
const infoLevel = 30;

/** Writes each record as one line of JSON, with the field names that JSON log tools use. */
export function createLogSink(destination: LogDestination, now: () => number = Date.now): TraceSink {
  return {
    specificationVersion: "v1",
    // Logs are read on terminals, and names and errors in them come from untrusted sources.
    record: (trace) => {
      const line = JSON.stringify({ level: infoLevel, time: now(), trace, message: "request" });
      destination.write(`${escapeUnprintable(line)}\n`);
    },
  };
}
