import type { AdminApiSavings, SavingsSummary, UpstreamSpeed } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { ComponentChildren, JSX } from "preact";
import { formatMilliseconds, formatMoney, formatShare, formatShort } from "../parts/format.ts";
import { Icon, type IconName } from "../parts/icon.tsx";

interface TileProps {
  readonly title: string;
  readonly icon: IconName;
  readonly kind: string;
  readonly value: string;
  readonly children: ComponentChildren;
}

function Tile({ title, icon, kind, value, children }: TileProps): JSX.Element {
  return (
    <section class={`panel tile kind-${kind}`} aria-label={title}>
      <h2>
        <Icon name={icon} /> {title}
      </h2>
      <p class="tile-value numbers">{value}</p>
      {children}
    </section>
  );
}

/** What was paid, against what everything would have cost. */
export function CostTile({ report }: { readonly report: AdminApiSavings }): JSX.Element {
  const { sent, withoutDeferral, unpricedCalls } = report.today.savings;
  const hasCost = sent.cost !== undefined && withoutDeferral.cost !== undefined;
  return (
    <Tile
      title={hasCost ? "Cost today" : "Sent today"}
      icon="budget"
      kind="saved"
      value={hasCost ? formatMoney(sent.cost) : formatShort(sent.promptTokens)}
    >
      <Meter
        share={
          hasCost ? shareOf(sent.cost, withoutDeferral.cost) : shareOf(sent.promptTokens, withoutDeferral.promptTokens)
        }
        name="sent"
        rest={sent.promptTokens > 0 ? "saved" : undefined}
      />
      <p class="tile-note numbers">
        {hasCost
          ? `${mark(withoutDeferral.source)}${formatMoney(withoutDeferral.cost)} without deferral`
          : `tokens, ${mark(withoutDeferral.source)}${formatShort(withoutDeferral.promptTokens)} without deferral`}
      </p>
      {hasCost && <p class="tile-note">{describePrices(report.prices)}</p>}
      {unpricedCalls > 0 && (
        <p class="tile-note">
          {hasCost ? `${formatCountOf(unpricedCalls, "call")} without a price` : "No price for these models is known"}
        </p>
      )}
    </Tile>
  );
}

/** Built-in prices are those of one day, so the day is shown. */
function describePrices({ source, asOf }: AdminApiSavings["prices"]): string {
  return source === "built-in" ? `by list prices of ${asOf}` : `by your prices of ${asOf}`;
}

/** How much of the prompts came from the cache, and whether prefixes held. */
export function CacheTile({ today }: { readonly today: SavingsSummary }): JSX.Element {
  const { readShare, keptCalls, brokenCalls } = today.cache;
  const calls = keptCalls + brokenCalls;
  return (
    <Tile title="Cache kept" icon="cache" kind="cache" value={calls === 0 ? "–" : formatShare(keptCalls, calls)}>
      <Meter share={readShare} name="cache" />
      {today.savings.modelCalls > 0 && (
        <p class="tile-note numbers">{formatShare(readShare, 1)} of the prompts read from it</p>
      )}
      <p class={brokenCalls > 0 ? "tile-note problem numbers" : "tile-note numbers"}>
        {calls === 0
          ? "no second call to compare today"
          : brokenCalls === 0
            ? `no prefix broke in ${formatCountOf(keptCalls, "call")}`
            : `${formatCountOf(brokenCalls, "prefix", "prefixes")} broke`}
      </p>
    </Tile>
  );
}

/** Searches, and those that found nothing. */
export function SearchTile({ today }: { readonly today: SavingsSummary }): JSX.Element {
  const { total, misses } = today.searches;
  const { extraCalls } = today.savings;
  return (
    <Tile title="Searches" icon="search" kind="search" value={formatCount(total)}>
      <Meter share={shareOf(total - misses, total)} name="search" rest={total > 0 ? "miss" : undefined} />
      <p class={misses > 0 ? "tile-note problem numbers" : "tile-note"}>
        {total === 0
          ? "none today"
          : misses === 0
            ? "all found something"
            : `${formatCount(misses)} found nothing (${formatShare(misses, total)})`}
      </p>
      <p class="tile-note numbers">{formatCountOf(extraCalls, "extra model call")}</p>
    </Tile>
  );
}

const maxUpstreams = 3;

/** The slowest upstream, against the others. */
export function UpstreamTile({ upstreams }: { readonly upstreams: readonly UpstreamSpeed[] }): JSX.Element {
  const [slowest] = upstreams;
  const longest = Math.max(1, ...upstreams.map(({ p95Milliseconds }) => p95Milliseconds));
  return (
    <Tile
      title="Slowest upstream"
      icon="doctor"
      kind="plain"
      value={slowest === undefined ? "–" : formatMilliseconds(slowest.medianMilliseconds)}
    >
      <ul class="upstream-times">
        {upstreams.slice(0, maxUpstreams).map(({ name, calls, medianMilliseconds, p95Milliseconds }) => (
          <li
            key={name}
            title={`${name}: half of the last ${formatCountOf(calls, "call")} within ${formatMilliseconds(medianMilliseconds)}, 95 % within ${formatMilliseconds(p95Milliseconds)}`}
          >
            <span class="cut">{name}</span>
            <span class="quiet numbers">95 % in {formatMilliseconds(p95Milliseconds)}</span>
            <span class="time-track" aria-hidden="true">
              <span class="time-high" style={{ width: `${(p95Milliseconds / longest) * 100}%` }} />
              <span class="time-median" style={{ left: `${(medianMilliseconds / longest) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

function Meter({
  share,
  name,
  rest,
}: {
  readonly share: number;
  readonly name: string;
  /** What the rest of the bar stands for; it is empty if that is nothing. */
  readonly rest?: string | undefined;
}): JSX.Element {
  return (
    <span class={rest === undefined ? "meter" : `meter part-${rest}`} aria-hidden="true">
      <span class={`meter-part part-${name}`} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </span>
  );
}

function mark(source: "counted" | "estimated"): string {
  return source === "estimated" ? "≈ " : "";
}

function shareOf(part: number, total: number): number {
  return total <= 0 ? 0 : part / total;
}
