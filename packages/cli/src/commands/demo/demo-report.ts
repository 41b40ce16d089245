import type { SearchAnswer, SearchableTool } from "@toolcrib/search";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { Output } from "../../output/console-output.ts";
import { formatDuration } from "../../output/numbers.ts";
import { printAnswer } from "../../output/print-answer.ts";

/** The sample catalogue in numbers. */
export interface DemoReport {
  readonly tools: number;
  readonly servers: number;
  readonly indexMs: number;
  /** Of all definitions. */
  readonly estimatedTokens: number;
}

/** What one query of the demo gave. */
export interface DemoAnswer {
  readonly query: string;
  readonly answer: SearchAnswer;
  readonly searchMs: number;
  /** Of the definitions that were found. */
  readonly estimatedTokens: number;
}

/** Says what is searched and what its definitions would cost in a prompt. */
export function printDemoIntroduction(report: DemoReport, output: Output): void {
  const { style } = output;
  const catalogue = `${formatCountOf(report.tools, "tool")} of ${formatCountOf(report.servers, "server")}`;
  output.print(style.bold(`A sample catalogue: ${catalogue}, indexed in ${formatDuration(report.indexMs)}`));
  output.print(
    `In a prompt, all definitions would take about ${formatCount(report.estimatedTokens)} tokens (an estimate: characters ÷ 2.5).`,
  );
  output.print();
}

/** Prints an answer with its reasons, its time and what its definitions cost instead of all of them. */
export function printDemoAnswer(
  { answer, searchMs, estimatedTokens }: DemoAnswer,
  { report, toolsByName }: { readonly report: DemoReport; readonly toolsByName: ReadonlyMap<string, SearchableTool> },
  output: Output,
): void {
  printAnswer({ answer, toolsByName, reasons: "short" }, output);
  // Tools that are only named load nothing; the names themselves are not counted here.
  const tokens =
    estimatedTokens === 0
      ? "no definition loaded"
      : `about ${formatCount(estimatedTokens)} tokens of definitions instead of ${formatCount(report.estimatedTokens)}`;
  output.print(output.style.dim(`${formatDuration(searchMs)} (warm), ${tokens}`));
  output.print();
}
