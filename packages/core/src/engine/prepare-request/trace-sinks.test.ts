import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { engineTraceSinkSuite } from "../../suites/index.ts";
import type { EngineTraceSink, TraceEntry } from "./trace.ts";

const collecting = (): EngineTraceSink => {
  const entries: TraceEntry[] = [];
  return { specificationVersion: "v1", record: (trace) => void entries.push(...trace) };
};
const writing = (): EngineTraceSink => ({
  specificationVersion: "v1",
  record: (trace) => void JSON.parse(JSON.stringify(trace)),
});

describe.each([
  ["collects entries", collecting],
  ["writes JSON", writing],
])("a sink that %s", (_what, create) => {
  it.each(engineTraceSinkSuite(create))("P2 $title", ({ run }) => run());
});

describe("engineTraceSinkSuite", () => {
  it.each<[string, Partial<EngineTraceSink>, string[]]>([
    ["is of another specification", { specificationVersion: "v2" as "v1" }, ["is of specification v1"]],
    [
      "expects at least one entry",
      { record: ([first]) => void (first as TraceEntry).step },
      [
        "takes traces of every shape, in any order and repeatedly",
        "does not change a trace",
        "returns nothing, because nobody awaits a sink",
      ],
    ],
    ["sorts the entries", { record: (trace) => void (trace as TraceEntry[]).reverse() }, ["does not change a trace"]],
    [
      "returns a promise",
      { record: (async () => {}) as () => void },
      ["returns nothing, because nobody awaits a sink"],
    ],
  ])("P2 detects a sink that %s", async (_what, part, titles) => {
    expect(await titlesOfFailedChecks(engineTraceSinkSuite(() => ({ ...collecting(), ...part })))).toEqual(titles);
  });
});
