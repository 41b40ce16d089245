import type { Hit, Reason } from "@toolcrib/search";
import { plainText } from "./plain-text.ts";
import type { Style } from "./style.ts";

const barWidth = 12;
const namedReasons = 3;

/** One line a reason: the feature, what it added as a bar and as a number, what was measured, and the words that matched. */
export function explainHit(hit: Hit, largestContribution: number, style: Style): string[] {
  const featureWidth = Math.max(0, ...hit.why.map(({ feature }) => feature.length));
  return hit.why.map((reason) => {
    const bar = drawContribution(reason, largestContribution);
    const paintedBar = reason.contribution < 0 ? style.bad(bar) : style.good(bar);
    const terms = reason.terms === undefined || reason.terms.length === 0 ? "" : `: ${reason.terms.join(", ")}`;
    const measured = style.dim(`(${formatNumber(reason.value)}${plainText(terms)})`);
    return `${reason.feature.padEnd(featureWidth)}  ${paintedBar} ${formatSigned(reason.contribution)}  ${measured}`;
  });
}

/** The strongest reasons in a few words: `name (create, issue); meaning of the description`. */
export function nameReasons(hit: Hit): string {
  return hit.why
    .filter(({ contribution }) => contribution > 0)
    .slice(0, namedReasons)
    .map(({ feature, terms = [] }) => (terms.length === 0 ? feature : `${feature} (${plainText(terms.join(", "))})`))
    .join("; ");
}

function drawContribution({ contribution }: Reason, largestContribution: number): string {
  const share = largestContribution === 0 ? 0 : Math.abs(contribution) / largestContribution;
  // What speaks against a hit looks different without colours too.
  return (contribution < 0 ? "░" : "▇").repeat(Math.round(share * barWidth)).padEnd(barWidth);
}

function formatSigned(value: number): string {
  return `${value < 0 ? "−" : "+"}${formatNumber(Math.abs(value))}`.padStart(7);
}

function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 1 ? 3 : 2);
}
