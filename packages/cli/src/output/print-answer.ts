import type { SearchAnswer, SearchableTool } from "@toolcrib/search";
import type { Output } from "./console-output.ts";
import { explainHit, nameReasons } from "./explain-hit.ts";
import { plainText, shortDescription } from "./plain-text.ts";

/** What to print of an answer. */
export interface PrintedAnswer {
  readonly answer: SearchAnswer;
  /** Where the descriptions come from. */
  readonly toolsByName: ReadonlyMap<string, SearchableTool>;
  /** How much to say about why a hit was found. */
  readonly reasons: "none" | "short" | "full";
}

/** Prints the hits with their first sentence, then the candidates, then the summary, which also names what was not found and what comes near. */
export function printAnswer({ answer, toolsByName, reasons }: PrintedAnswer, output: Output): void {
  const { style } = output;
  const largestContribution = answer.hits
    .flatMap(({ why }) => why)
    .reduce((largest, { contribution }) => Math.max(largest, Math.abs(contribution)), 0);
  for (const [index, hit] of answer.hits.entries()) {
    const rank = String(index + 1).padStart(2);
    output.print(`${rank}. ${style.bold(plainText(hit.name))}  ${style.dim(formatScore(hit.score))}`);
    const sentence = shortDescription(toolsByName.get(hit.name)?.description ?? "");
    if (sentence !== "") {
      output.print(`    ${sentence}`);
    }
    if (hit.sameAs !== undefined) {
      output.print(`    ${style.dim(plainText(`same as ${hit.sameAs.join(", ")}`))}`);
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
  if (answer.candidates.length > 0) {
    output.print(style.bold(answer.hits.length > 0 ? "May be meant too" : "May be meant"));
    for (const { name, description, sameAs } of answer.candidates) {
      const same = sameAs === undefined ? "" : ` (same as ${sameAs.join(", ")})`;
      output.print(`  - ${plainText(name)}  ${style.dim(plainText(`${description}${same}`))}`);
    }
  }
  output.print(style.dim(plainText(answer.summary)));
}

function formatScore(score: number): string {
  return Number.isInteger(score) ? String(score) : score.toFixed(3);
}
