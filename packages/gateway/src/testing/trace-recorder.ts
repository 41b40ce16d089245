import { Redactor } from "@toolcrib/core/redaction";
import { createTraceRecorder } from "../trace/create-trace-recorder.ts";

type Options = Parameters<typeof createTraceRecorder>[0];

/** A recorder for the request `req_1` whose clock stands still, unless the options say otherwise. */
export function testRecorder(options: Partial<Options> = {}): ReturnType<typeof createTraceRecorder> {
  return createTraceRecorder({
    redactor: new Redactor(),
    createId: () => "req_1",
    kind: "messages",
    capturesContent: false,
    now: () => 0,
    clock: () => 0,
    ...options,
  });
}
