import { expect, it } from "vitest";
import type { Output } from "../../output/console-output.ts";
import { createStyle } from "../../output/style.ts";
import { compareMeasurements } from "./compare-measurements.ts";
import { createEvalReport } from "./eval-report.ts";
import type { MeasuredQuery } from "./measure-queries.ts";
import { printComparison } from "./print-comparison.ts";

it("writes what is less with the same sign in a difference and in its interval", () => {
  const measured = (hitNames: readonly string[]): MeasuredQuery[] => [
    { query: "q", gold: [["a"]], hitNames, candidateNames: [], isRejected: false, latencyMs: 1 },
  ];
  const [first, second] = [measured(["a"]), measured([])];
  const report = (ranker: string, queries: readonly MeasuredQuery[]) =>
    createEvalReport({ ranker, toolCount: 1, cutoffs: [1], measured: queries, indexMs: 1 });
  const lines: string[] = [];
  const output: Pick<Output, "style" | "print"> = {
    style: createStyle(false),
    print: (line = "") => void lines.push(line),
  };
  printComparison(
    [report("keyword", first), report("bm25", second)],
    compareMeasurements(first, second, [1]),
    output as Output,
  );

  expect(lines).toContain("recall@1         1.000     0.000     −1.000      95 %: −1.000 to −1.000");
  expect(lines).toContain("refused          0.000     1.000     +1.000      95 %: 1.000 to 1.000");
});
