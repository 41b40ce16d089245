import { escapeUnprintable } from "@toolcrib/shared/json";
import type { TraceSink } from "../contracts/trace.ts";

export interface LogDestination {
  /** Takes a line with its end. */
  write(line: string): void;
}

/** The level `info`, as tools that read JSON logs number it. */
const infoLevel = 30;

/** Writes each record as one line of JSON, in the fields that tools for JSON logs know. */
export function createLogSink(destination: LogDestination, now: () => number = Date.now): TraceSink {
  return {
    specificationVersion: "v1",
    // People read logs on terminals, and names and errors in them come from strangers.
    record: (trace) => {
      const line = JSON.stringify({ level: infoLevel, time: now(), trace, message: "request" });
      destination.write(`${escapeUnprintable(line)}\n`);
    },
  };
}
