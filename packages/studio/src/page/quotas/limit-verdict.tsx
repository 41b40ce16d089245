import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatShare } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { idOf } from "./quota-panel.tsx";
import { nearShare, type QuotaRow, subjectOf } from "./quota-rows.ts";

const maxShown = 12;

/** What is used up or nearly so, first. */
export function LimitVerdict({
  near,
  counts,
}: {
  readonly near: readonly QuotaRow[];
  readonly counts: number;
}): JSX.Element {
  const usedUp = near.filter(({ state }) => state === "used-up").length;
  const kind = usedUp > 0 ? "kind-error" : near.length > 0 ? "kind-warning" : "kind-saved";
  return (
    <section class={`panel verdict ${kind}`} aria-label="Limits that are near">
      <Icon name={near.length === 0 ? "good" : "error"} />
      <div>
        <h2>{titleOf(usedUp, near.length - usedUp)}</h2>
        <p class="quiet numbers">
          {formatCountOf(counts, "count")} in the current periods. A limit is near from {formatShare(nearShare, 1)} on.
        </p>
        {near.length > 0 && (
          <ul class="problems">
            {near.slice(0, maxShown).map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  class={row.state === "used-up" ? "problem-link problem" : "problem-link"}
                  onClick={() => {
                    const target = document.getElementById(idOf(row));
                    target?.scrollIntoView({ block: "center" });
                    target?.focus();
                  }}
                >
                  {subjectOf(row.usage)} · {row.usage.name} · {formatShare(row.usage.used, row.usage.limit)}
                </button>
              </li>
            ))}
            {near.length > maxShown && <li class="quiet">{formatCount(near.length - maxShown)} more</li>}
          </ul>
        )}
      </div>
    </section>
  );
}

function titleOf(usedUp: number, near: number): string {
  if (usedUp === 0 && near === 0) return "Nothing is near its limit";
  const parts = [
    ...(usedUp > 0 ? [`${formatCountOf(usedUp, "limit is", "limits are")} used up`] : []),
    ...(near > 0
      ? [usedUp > 0 ? `${formatCount(near)} near` : `${formatCountOf(near, "limit is", "limits are")} near`]
      : []),
  ];
  return parts.join(", ");
}
