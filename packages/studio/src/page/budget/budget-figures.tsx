import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatShare } from "../parts/format.ts";
import { budgetParts, partTitles, type Turn, totalsOf } from "./conversation-turns.ts";

/** The totals of a conversation, and the legend. */
export function BudgetFigures({ turns }: { readonly turns: readonly Turn[] }): JSX.Element {
  const totals = totalsOf(turns);
  const saved = totals.everything === undefined ? undefined : totals.everything - totals.sent;
  const mark = totals.isEstimated ? "estimated from lengths" : "counted";
  return (
    <>
      <dl class="figures">
        <Figure name="Tokens sent" value={formatCount(totals.sent)} note={mark} />
        <Figure
          name="With everything loaded"
          value={totals.everything === undefined ? "not known" : formatCount(totals.everything)}
          note={totals.everything === undefined ? "the gateway had no figure" : mark}
        />
        <Figure
          name="Saved"
          value={saved === undefined ? "not known" : formatShare(saved, totals.everything ?? 0)}
          note={saved === undefined ? "" : `${formatCount(saved)} tokens`}
        />
        <Figure name="Read from the cache" value={formatCount(totals.cacheRead)} note="as the upstream says" />
        <Figure name="Written to it" value={formatCount(totals.cacheWritten)} note="as the upstream says" />
        <Figure
          name="Broken prefixes"
          value={formatCount(totals.breaks)}
          note={`in ${formatCountOf(turns.length, "turn")}`}
        />
      </dl>
      <ul class="legend" aria-label="Colours">
        {budgetParts.map((part) => (
          <li key={part}>
            <span class={`swatch ${part}`} aria-hidden="true" />
            {partTitles[part]}
          </li>
        ))}
        <li>
          <span class="swatch withheldTools" aria-hidden="true" />
          kept out
        </li>
        {turns.some(({ budget }) => budget === undefined) && (
          <li>
            <span class="swatch unknown" aria-hidden="true" />
            sent as it came, not broken down
          </li>
        )}
      </ul>
    </>
  );
}

function Figure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}): JSX.Element {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        <span class="figure-value numbers">{value}</span>
        <span class="quiet numbers">{note}</span>
      </dd>
    </div>
  );
}
