import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatMoney, formatShare, formatShort } from "../parts/format.ts";
import { savedKind } from "../parts/kind.ts";
import type { BudgetTotals } from "./conversation-turns.ts";

/** The totals of a conversation. */
export function BudgetFigures({
  totals,
  turns,
  breaks,
}: {
  readonly totals: BudgetTotals;
  readonly turns: number;
  /** Turns in which a prefix broke. */
  readonly breaks: number;
}): JSX.Element {
  const savedMark = totals.isSavedEstimated ? "≈ " : "";
  const sentMark = totals.isSentEstimated ? "≈ " : "";
  return (
    <dl class="figures">
      <Figure
        kind={savedKind(totals.saved)}
        name="Saved"
        value={savedMark + formatShort(totals.saved)}
        note={`${formatShare(totals.saved, totals.withoutDeferral)} of ${formatCount(totals.withoutDeferral)} tokens`}
      />
      <Figure
        kind={savedKind(totals.savedCost)}
        name="Money saved"
        value={totals.savedCost === undefined ? "–" : savedMark + formatMoney(totals.savedCost)}
        note={totals.cost === undefined ? "no price is known" : `${sentMark}${formatMoney(totals.cost)} spent`}
      />
      <Figure
        kind="plain"
        name="Sent"
        value={sentMark + formatShort(totals.sent)}
        note={totals.isSentEstimated ? "estimated from lengths" : "counted by the upstream"}
      />
      <Figure
        kind="cache"
        name="From the cache"
        value={formatShare(totals.cacheRead, totals.sent)}
        note={`${formatShort(totals.cacheRead)} read, ${formatShort(totals.cacheWritten)} written`}
      />
      <Figure
        kind={breaks > 0 ? "error" : "plain"}
        name="Broken prefixes"
        value={formatCount(breaks)}
        note={`in ${formatCountOf(turns, "turn")}`}
      />
      {totals.estimatedCalls > 0 && (
        <p class="quiet">
          {formatCountOf(totals.estimatedCalls, "call")} not counted by an upstream, or not to the end: estimated from
          lengths.
        </p>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function Figure({ kind, name, value, note }: FigureProps): JSX.Element {
  return (
    <div class={`budget-figure kind-${kind}`}>
      <dt>{name}</dt>
      <dd>
        <span class="figure-value numbers">{value}</span>
        <span class="quiet numbers">{note}</span>
      </dd>
    </div>
  );
}
