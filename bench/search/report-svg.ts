import type { BenchmarkResult, SetResult } from "./benchmark-result.ts";
import { mean } from "./common/metrics.ts";

interface Point {
  readonly name: string;
  readonly isOwn: boolean;
  readonly recall: number;
  readonly latency: number;
}

const width = 760;
const height = 440;
const plot = { left: 70, right: 560, top: 50, bottom: 380 };
const labelHeight = 17;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 15px; font-weight: 600; }
  .tick { fill: #57606a; font-size: 12px; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .leader { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 2 3; }
  .peer { fill: #6e7781; }
  .own { fill: #0969da; }
  text.own { font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .tick { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .leader { stroke: #656c76; }
    .peer { fill: #9198a1; }
    .own { fill: #4493f8; }
  }
`;

/** Recall@5 against latency, one point a system, averaged over the sets. */
export function writeSvgReport({ sets }: BenchmarkResult): string {
  const judged = sets.filter(({ systems }) => systems.some(({ quality }) => quality !== null));
  const points = collectPoints(judged);
  const decades = listDecades(points.map(({ latency }) => latency));
  const lowest = Math.floor(Math.min(...points.map(({ recall }) => recall)) * 10) / 10;
  const highest = Math.ceil(Math.max(...points.map(({ recall }) => recall)) * 10) / 10;
  const first = Math.log10(decades[0] ?? 1);
  const last = Math.log10(decades.at(-1) ?? 10);
  const x = (latency: number): number =>
    plot.left + ((Math.log10(latency) - first) / (last - first)) * (plot.right - plot.left);
  const y = (recall: number): number =>
    plot.bottom - ((recall - lowest) / (highest - lowest)) * (plot.bottom - plot.top);
  const recallTicks = listTenths(lowest, highest);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Recall against latency">`,
    `<style>${style}</style>`,
    `<text class="title" x="${plot.left}" y="26">Recall@5 against latency, mean of ${judged.length} sets</text>`,
    ...decades.map((decade) => line("grid", x(decade), plot.top, x(decade), plot.bottom)),
    ...decades.map((decade) => text("tick", x(decade), plot.bottom + 20, `${decade} ms`, "middle")),
    ...recallTicks.map((recall) => line("grid", plot.left, y(recall), plot.right, y(recall))),
    ...recallTicks.map((recall) => text("tick", plot.left - 8, y(recall) + 4, recall.toFixed(1), "end")),
    text(
      "tick",
      (plot.left + plot.right) / 2,
      plot.bottom + 44,
      "p50 of one query, geometric mean (logarithmic)",
      "middle",
    ),
    ...placeLabels(points, y).flatMap(({ point, labelY }) =>
      drawPoint(point, x(point.latency), y(point.recall), labelY),
    ),
    "</svg>",
    "",
  ].join("\n");
}

function collectPoints(sets: readonly SetResult[]): Point[] {
  const systems = sets[0]?.systems ?? [];
  return systems.flatMap(({ name, isOwn }) => {
    const results = sets.flatMap((set) => set.systems.filter((system) => system.name === name));
    const times = results.flatMap(({ latency }) => (latency === null ? [] : [Math.log(latency.p50)]));
    const recall = mean(results.map(({ quality }) => quality?.recallAt5 ?? 0));
    return times.length === 0 ? [] : [{ name, isOwn, recall, latency: Math.exp(mean(times)) }];
  });
}

// Labels stand in a column at the right, in the order of recall and never on top of each other.
function placeLabels(points: readonly Point[], y: (recall: number) => number): { point: Point; labelY: number }[] {
  let free = plot.top;
  const placed = points
    .toSorted((left, right) => right.recall - left.recall)
    .map((point) => {
      const labelY = Math.max(free, y(point.recall));
      free = labelY + labelHeight;
      return { point, labelY };
    });
  const overflow = Math.max(0, free - labelHeight - plot.bottom);
  return placed.map(({ point, labelY }) => ({ point, labelY: labelY - overflow }));
}

function drawPoint({ name, isOwn, recall }: Point, x: number, y: number, labelY: number): string[] {
  const kind = isOwn ? "own" : "peer";
  return [
    line("leader", x, y, plot.right + 14, labelY),
    `<circle class="${kind}" cx="${round(x)}" cy="${round(y)}" r="6"/>`,
    text(kind, plot.right + 20, labelY + 4, `${name} ${recall.toFixed(3).replace(/^0/, "")}`, "start"),
  ];
}

function listDecades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, step) => Number((10 ** (first + step)).toPrecision(1)));
}

function listTenths(lowest: number, highest: number): number[] {
  return Array.from({ length: Math.round((highest - lowest) * 10) + 1 }, (_, step) => lowest + step / 10);
}

function line(kind: string, x1: number, y1: number, x2: number, y2: number): string {
  return `<line class="${kind}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`;
}

function text(kind: string, x: number, y: number, content: string, anchor: string): string {
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
