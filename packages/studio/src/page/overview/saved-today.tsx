import type { AdminApiSavings, SavingsSummary } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type ChartColumn, ColumnChart } from "../parts/column-chart.tsx";
import { formatClock, formatMoney, formatShare, formatShort } from "../parts/format.ts";
import { useCounted } from "../parts/use-counted.ts";

/** The figure that matters, and how it came about. */
export function SavedToday({ report }: { readonly report: AdminApiSavings }): JSX.Element {
  const { today } = report;
  const { saved, withoutDeferral } = today.savings;
  const [span, setSpan] = useState<"hours" | "days">("hours");
  const shown = useCounted(saved.promptTokens);
  const mark = saved.source === "estimated" ? "≈ " : "";
  const perConversation = saved.promptTokens / Math.max(1, today.conversations);
  return (
    <section class="panel saved-today" aria-labelledby="saved-title">
      <div class="saved-figures kind-saved">
        <h2 id="saved-title">Saved today</h2>
        <p class="hero numbers" title={`${formatCount(saved.promptTokens)} tokens, ${saved.source}`}>
          {mark}
          {formatShort(Math.round(shown))}
          <span class="hero-unit"> tokens</span>
        </p>
        {saved.cost !== undefined && (
          <p class="hero-money numbers">
            {mark}
            {formatMoney(saved.cost)}
          </p>
        )}
        <dl class="saved-facts">
          <Fact name="of all prompts" value={formatShare(saved.promptTokens, withoutDeferral.promptTokens)} />
          <Fact
            name="per conversation"
            value={[formatShort(Math.round(perConversation)), money(saved.cost, today.conversations)]
              .filter((part) => part !== undefined)
              .join(", ")}
          />
          <Fact name={today.requests === 1 ? "request" : "requests"} value={formatShort(today.requests)} />
        </dl>
      </div>
      <div class="saved-trend">
        <div class="panel-head">
          <ul class="legend" aria-label="Colours">
            <li>
              <span class="swatch part-sent" aria-hidden="true" /> sent
            </li>
            <li>
              <span class="swatch part-saved" aria-hidden="true" /> saved
            </li>
          </ul>
          <span class="segments">
            {(["hours", "days"] as const).map((choice) => (
              <button
                key={choice}
                type="button"
                class="segment"
                aria-pressed={span === choice}
                onClick={() => setSpan(choice)}
              >
                {choice === "hours" ? "24 hours" : "30 days"}
              </button>
            ))}
          </span>
        </div>
        <ColumnChart
          label={`Prompt tokens sent and saved, ${span === "hours" ? "by hour" : "by day"}`}
          columns={span === "hours" ? hourColumns(report) : dayColumns(report)}
        />
      </div>
    </section>
  );
}

function money(cost: number | undefined, conversations: number): string | undefined {
  return cost === undefined ? undefined : formatMoney(cost / Math.max(1, conversations));
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div>
      <dd class="numbers">{value}</dd>
      <dt>{name}</dt>
    </div>
  );
}

function hourColumns({ hours }: AdminApiSavings): readonly ChartColumn[] {
  return hours.map((hour, index) => {
    const clock = formatClock(hour.at);
    return column(hour.at, (hours.length - 1 - index) % 4 === 0 ? clock : "", clock, hour);
  });
}

function dayColumns({ days }: AdminApiSavings): readonly ChartColumn[] {
  return days.map((day, index) => {
    const date = day.date.slice(5);
    return column(day.date, (days.length - 1 - index) % 5 === 0 ? date : "", day.date, day);
  });
}

function column(key: string, label: string, when: string, { savings, requests }: SavingsSummary): ChartColumn {
  const { sent, saved } = savings;
  return {
    key,
    label,
    title: `${when}: ${formatCount(sent.promptTokens)} tokens sent, ${formatCount(saved.promptTokens)} saved, ${formatCountOf(requests, "request")}`,
    parts: [
      { name: "sent", value: sent.promptTokens },
      { name: "saved", value: Math.max(0, saved.promptTokens) },
    ],
  };
}
