import { formatCount } from "@toolcrib/shared/text";
import type { Output } from "../output/console-output.ts";
import { plainText } from "../output/plain-text.ts";
import type { Advice } from "./advise.ts";
import type { DescriptionAdvice } from "./description-advice.ts";

const verdicts: Readonly<Record<Advice["deferral"]["verdict"], string>> = {
  defer: "defer these tools",
  "load-all": "load all of these tools",
  optional: "deferral makes little difference",
};

/** Prints advice for people. */
export function printAdvice({ deferral, eagerTools, descriptions }: Advice, output: Output): void {
  const { style } = output;
  output.print();
  output.print(style.bold(`Advice: ${verdicts[deferral.verdict]}`));
  for (const reason of deferral.reasons) output.print(`  ${plainText(reason)}`);
  if (deferral.verdict === "defer") {
    output.print();
    output.print(style.bold("Tools to keep in the prompt"));
    output.print(`  ${eagerTools.says}`);
    for (const { name, uses, share, tokens } of eagerTools.tools) {
      const used = share === undefined ? `${uses.toFixed(1)} calls` : `${Math.round(share * 100)} % of conversations`;
      output.print(`  ${plainText(name)}  ${style.dim(`${used}, about ${formatCount(tokens)} tokens`)}`);
    }
    if (eagerTools.policy.length > 0) output.print(style.dim(`  "policy": ${JSON.stringify(eagerTools.policy)}`));
  }
  if (descriptions.length === 0) return;
  output.print();
  output.print(style.bold("Descriptions to improve"));
  for (const advice of descriptions) printDescription(advice, output);
}

function printDescription(advice: DescriptionAdvice, output: Output): void {
  const { style } = output;
  const { tool, description, proposal, origin, how, queries, queriesFrom, before, after } = advice;
  output.print(`${style.bold(plainText(tool))}  ${plainText(how)}`);
  output.print(`  now      ${plainText(description) || style.dim("(none)")}`);
  output.print(`  ${origin === "given" ? "yours   " : "a start "} ${plainText(proposal)}`);
  const rank = `mean reciprocal rank ${before.reciprocalRank.toFixed(2)} → ${after.reciprocalRank.toFixed(2)}`;
  output.print(
    `  effect   among the first five for ${before.found} → ${after.found} of ${queries.length} queries, ${rank} ${style.dim(`(queries from ${queriesFrom})`)}`,
  );
}
