import type { SearchAnswer, Tool } from "@toolcrib/search";
import type { Output } from "./console-output.ts";
import { explainHit, nameReasons } from "./explain-hit.ts";
import { firstSentence, plainText } from "./plain-text.ts";

/** What to print of an answer. */
export interface PrintedAnswer {
  readonly answer: SearchAnswer;
  /** Where the descriptions come from. */
  readonly toolsByName: ReadonlyMap<string, Tool>;
  /** How much to say about why a hit was found. */
  readonly reasons: "none" | "short" | "full";
}

/** Prints the hits with their first sentence, then what the engine has to say about the answer. */
export function printAnswer({ answer, toolsByName, reasons }: PrintedAnswer, output: Output): void {
  const { style } = output;
  const largestContribution = Math.max(
    0,
    ...answer.hits.flatMap(({ why }) => why.map(({ contribution }) => Math.abs(contribution))),
  );
  for (const [index, hit] of answer.hits.entries()) {
    const rank = String(index + 1).padStart(2);
    output.print(`${rank}. ${style.bold(plainText(hit.name))}  ${style.dim(formatScore(hit.score))}`);
    const sentence = firstSentence(toolsByName.get(hit.name)?.description ?? "");
    if (sentence !== "") {
      output.print(`    ${sentence}`);
    }
    if (reasons === "short" && hit.why.length > 0) {
      output.print(`    ${style.dim(`because of ${nameReasons(hit)}`)}`);
    }
    if (reasons === "full") {
      for (const line of explainHit(hit, largestContribution, style)) {
        output.print(`      ${line}`);
      }
    }
  }
  output.print(style.dim(plainText(answer.summary)));
  if (answer.hits.length === 0 && answer.nearest.length > 0) {
    output.print(style.dim(`Nearest names, which are no results: ${answer.nearest.map(plainText).join(", ")}`));
  }
}

function formatScore(score: number): string {
  return Number.isInteger(score) ? String(score) : score.toFixed(3);
}
