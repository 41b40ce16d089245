import { type DestinationStream, pino } from "pino";
import type { TraceSink } from "../contracts/trace.ts";

/** Writes each record as one line of JSON. */
export function createLogSink(destination: DestinationStream): TraceSink {
  const logger = pino({ base: null, messageKey: "message" }, destination);
  return {
    specificationVersion: "v1",
    record: (trace) => logger.info({ trace }, "request"),
  };
}
