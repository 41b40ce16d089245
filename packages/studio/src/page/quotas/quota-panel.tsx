import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Badge } from "../parts/badge.tsx";
import { formatShare, formatWait } from "../parts/format.ts";
import { type QuotaGroup, type QuotaRow, subjectOf } from "./quota-rows.ts";
import { describeLimits, describeScope, formatAmount, formatNumber } from "./quota-words.ts";

const firstRows = 8;

/** One quota: its limits, and what is used of them. */
export function QuotaPanel({ group, now }: { readonly group: QuotaGroup; readonly now: number }): JSX.Element {
  const { quota, rows } = group;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const resetsAt = rows[0]?.usage.resetsAt;
  const title = `quota ${quota.name}`;
  return (
    <section class="panel quota" aria-label={title} data-quota={quota.name}>
      <div class="panel-head">
        <h2>{quota.name}</h2>
        {resetsAt !== undefined && (
          <span class="quiet numbers">starts again in {formatWait(Date.parse(resetsAt) - now)}</span>
        )}
      </div>
      <p class="quiet">
        {describeLimits(quota)}; {describeScope(quota)}
      </p>
      {rows.length === 0 ? (
        <p class="quiet">Nothing is used in this {quota.window}.</p>
      ) : (
        <ul class="quota-rows" aria-label={`Use of ${title}`}>
          {shown.map((row) => (
            <UsageRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {rows.length > shown.length && (
        <p>
          <button type="button" class="button small" onClick={() => setIsWhole(true)}>
            Show all {formatCount(rows.length)}
          </button>
        </p>
      )}
    </section>
  );
}

function UsageRow({ row }: { readonly row: QuotaRow }): JSX.Element {
  const { usage, share, state } = row;
  const { unit, used, limit } = usage;
  const subject = subjectOf(usage);
  return (
    <li class={`quota-row ${state}`} id={idOf(row)} tabIndex={-1}>
      <span class="quota-subject" title={subject}>
        {subject}
      </span>
      {state === "used-up" && <Badge tone="bad">used up</Badge>}
      {state === "near" && <Badge tone="warning">near the limit</Badge>}
      <span class="quota-amount numbers">
        <strong>{formatNumber(used, unit)}</strong>
        <span class="quiet"> of {formatAmount(limit, unit)}</span>
      </span>
      <span class="meter" aria-hidden="true">
        <span class="meter-part" style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <span class="quota-share quiet numbers">{formatShare(used, limit)}</span>
    </li>
  );
}

/** The id of a row on the page. */
export function idOf({ id }: QuotaRow): string {
  return `quota ${id}`.replaceAll(/\s+/g, "-");
}
