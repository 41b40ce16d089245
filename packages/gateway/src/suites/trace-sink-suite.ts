import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { FlowStep, RunningTrace, TraceRecord, TraceSink } from "../contracts/trace.ts";
import { frozenCopy } from "./freeze.ts";
import { sampleRecords } from "./sample-records.ts";

/** What every sink of records does, wherever they go. Each check makes a sink of its own. */
export function traceSinkSuite(create: () => TraceSink): readonly Check[] {
  return [
    { title: "is of specification v1", run: () => assert.equal(create().specificationVersion, "v1") },
    {
      title: "takes records of every shape, one after the other and again",
      run: () => {
        const sink = create();
        for (const record of [...sampleRecords, ...sampleRecords.toReversed()]) sink.record(record);
      },
    },
    {
      title: "changes nothing in a record",
      run: () => {
        const sink = create();
        for (const record of sampleRecords) {
          const given = structuredClone(record);
          sink.record(given);
          assert.deepEqual(given, record);
          sink.record(frozenCopy(record));
        }
      },
    },
    {
      title: "returns nothing: nobody waits for a sink, so a promise of it could fail unheard",
      run: () => {
        const sink = create();
        for (const record of sampleRecords) {
          assert.equal(sink.record(record), undefined);
          assert.equal(sink.step?.(runningOf(record, 1)), undefined);
        }
      },
    },
    {
      title: "is told the steps of a request before its record",
      run: () => {
        const sink = create();
        for (const record of sampleRecords) {
          for (let count = 1; count <= 3; count++) sink.step?.(runningOf(record, count));
          sink.record(record);
        }
      },
    },
    {
      title: "is told the steps of requests that run at the same time, and of some that it saw no first step of",
      run: () => {
        const sink = create();
        for (const count of [2, 1, 3]) {
          for (const record of sampleRecords) sink.step?.(runningOf(record, count));
        }
        for (const record of sampleRecords.toReversed()) sink.record(record);
      },
    },
    {
      title: "changes nothing in the steps of a request that runs",
      run: () => {
        const sink = create();
        for (const record of sampleRecords) {
          const running = runningOf(record, 2);
          const before = structuredClone(running.steps);
          sink.step?.(running);
          assert.deepEqual(running.steps, before);
        }
      },
    },
  ];
}

function runningOf(record: TraceRecord, count: number): RunningTrace {
  const step: FlowStep = { at: 0, from: "client", to: "gateway", title: "Request", payload: { text: record.model } };
  const steps = Array.from({ length: count }, (_, at) => frozenCopy({ ...step, at }));
  return { id: record.id, steps, soFar: () => frozenCopy({ ...record, flow: [] }) };
}
