import type { JSX } from "preact";
import { formatShort } from "./format.ts";

/** One column of a chart: its parts from the bottom up. */
export interface ChartColumn {
  readonly key: string;
  /** Below the column; an empty one is left out. */
  readonly label: string;
  /** Shown when pointed at. */
  readonly title: string;
  readonly parts: readonly { readonly name: string; readonly value: number }[];
  readonly href?: string | undefined;
}

export interface ColumnChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly ChartColumn[];
}

/** Columns on one scale. The parts get their looks by name: `part-NAME`. */
export function ColumnChart({ label, columns }: ColumnChartProps): JSX.Element {
  const highest = Math.max(0, ...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const top = niceTop(Math.max(1, highest));
  return (
    <figure class="chart" aria-label={label}>
      <div class="chart-scale numbers" aria-hidden="true">
        {scaleShares(highest, top).map((share) => (
          <span key={share} style={{ bottom: `${share * 100}%` }}>
            {formatShort(top * share)}
          </span>
        ))}
      </div>
      {highest === 0 && <p class="chart-empty quiet">Nothing was sent in this period.</p>}
      <ol class="chart-columns">
        {columns.map((column) => (
          <li key={column.key} class="chart-column" title={column.title}>
            <Stack column={column} top={top} />
            <span class="chart-label numbers" aria-hidden="true">
              {column.label}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

function Stack({ column, top }: { readonly column: ChartColumn; readonly top: number }): JSX.Element {
  const parts = column.parts.map(({ name, value }) => (
    <span
      key={name}
      class={`chart-part part-${name}`}
      style={{ height: `${Math.max(0, value / top) * 100}%` }}
      aria-hidden="true"
    />
  ));
  const words = <span class="hidden-text">{column.title}</span>;
  return column.href === undefined ? (
    <span class="chart-stack">
      {words}
      {parts}
    </span>
  ) : (
    <a class="chart-stack" href={column.href}>
      {words}
      {parts}
    </a>
  );
}

/** The heights with a number: none without data, and no half of a small odd number, which would be rounded to a wrong one. */
function scaleShares(highest: number, top: number): readonly number[] {
  if (highest === 0) return [0];
  return top < 1_000 && top % 2 === 1 ? [1, 0] : [1, 0.5, 0];
}

/** The next round number that is at least this large. */
export function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10;
  return factor * power;
}
