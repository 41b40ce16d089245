import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { EngineTraceSink, TraceEntry } from "../engine/prepare-request/trace.ts";
import { sampleTraces } from "./sample-traces.ts";

/** What every sink for the engine's traces does, wherever they go. Each check creates its own sink. */
export function engineTraceSinkSuite(create: () => EngineTraceSink): readonly Check[] {
  return [
    {
      title: "is of specification v1",
      run: () => assertSame(create().specificationVersion, "v1", "the specification"),
    },
    {
      title: "takes traces of every shape, in any order and repeatedly",
      run: () => {
        const sink = create();
        for (const trace of [...sampleTraces, ...sampleTraces.toReversed()]) sink.record(trace);
      },
    },
    {
      title: "does not change a trace",
      run: () => {
        const sink = create();
        for (const trace of sampleTraces) {
          const given = copyOf(trace);
          sink.record(given);
          assertSame(given, trace, "the trace, afterwards");
        }
      },
    },
    {
      title: "returns nothing, because nobody awaits a sink",
      run: () => {
        const sink = create();
        for (const trace of sampleTraces) {
          const returned: unknown = sink.record(trace);
          assert(returned === undefined, `expected record() to return undefined, got ${typeof returned}`);
        }
      },
    },
  ];
}

function copyOf(trace: readonly TraceEntry[]): readonly TraceEntry[] {
  return JSON.parse(JSON.stringify(trace)) as readonly TraceEntry[];
}
