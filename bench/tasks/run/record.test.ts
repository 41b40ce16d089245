import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { compareWithRecord, readRecord, renewRecord } from "./record.ts";
import { estimateMean, estimateRatio } from "./statistics.ts";

const before = { tasks: 60, right: 59, modelCalls: 200, costCold: 1, costWarm: 0.5, offTranscript: 0 };

it("lets a run pass that is at most 2 % dearer", () => {
  const record = { bridge: before };

  expect(compareWithRecord(record, { bridge: { ...before, costCold: 1.02, costWarm: 0.4 } })).toEqual([]);
  expect(compareWithRecord(record, { bridge: { ...before, costCold: 1.03 } })).toEqual([
    "bridge is 3.0 % dearer with a cold cache: $1 before, $1.03 now.",
  ]);
  expect(compareWithRecord(record, { bridge: { ...before, costWarm: 0.6 } })[0]).toContain("20.0 % dearer with a warm");
});

it("does not let a run pass that does less", () => {
  expect(compareWithRecord({ bridge: before }, {})).toEqual(["bridge was not played."]);
  expect(compareWithRecord({ bridge: before }, { bridge: { ...before, tasks: 50, right: 50 } })).toEqual([
    "bridge does 50 tasks right, 59 before.",
    "bridge plays 50 tasks, 60 before.",
  ]);
});

it("keeps why it was renewed", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "recorded.json");
  renewRecord(file, { bridge: before }, "first");
  renewRecord(file, { front: before }, "the front is new");

  expect(readRecord(file)).toEqual({
    setUps: { bridge: before, front: before },
    renewals: ["first", "the front is new"],
  });
});

it("estimates the same interval in every run, and pairs by task", () => {
  const values = [1, 2, 3, 4, 5, 6];

  expect(estimateMean(values)).toEqual(estimateMean(values));
  expect(estimateMean(values).low).toBeLessThan(3.5);
  // Tasks differ much, and each costs twice as much: the pairs say exactly so.
  expect(estimateRatio(values.map((value) => [value * 2, value]))).toEqual({ mean: 2, low: 2, high: 2 });
});
