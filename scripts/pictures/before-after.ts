import type { Palette } from "./drawing/palette.ts";
import { type Attributes, box, element, picture, text } from "./drawing/svg.ts";
import { withoutStyles } from "./recording/ansi.ts";
import type { Recording } from "./recording/record-demo.ts";

/** What the first prompts of the demo contain. */
export interface DemoFigures {
  readonly tools: number;
  /** How many of them the first search found. */
  readonly found: number;
  /** Prompt tokens of the model calls, with deferral. */
  readonly deferred: readonly number[];
  /** The same conversation with every tool in the prompt. */
  readonly loaded: readonly number[];
}

/** Reads the figures from what the demo printed. */
export function readDemoFigures({ lines }: Recording): DemoFigures {
  const printed = lines.map(withoutStyles);
  const numbers = (start: RegExp): number[] => {
    const line = printed.find((candidate) => start.test(candidate)) ?? "";
    const [counts = ""] = line.replace(start, "").split("sum");
    return (counts.match(/[\d,]+/g) ?? []).map((count) => Number(count.replaceAll(",", "")));
  };
  const tools = Number(/(\d+) tools, about/.exec(printed.join("\n"))?.[1]);
  const found = (printed.find((line) => / schemas /.test(line)) ?? "").split(",").length;
  return { tools, found, deferred: numbers(/^ *with deferral +prompt/), loaded: numbers(/^ *without +prompt/) };
}

const width = 880;
const left = 32;
const cell = 13;
const gap = 3;
const perRow = 51;

/** Every tool as a square: all of them in the prompt before, and after only what was found. */
export function beforeAfterPicture(figures: DemoFigures, colour: Palette): string {
  const { tools, found, deferred, loaded } = figures;
  const [first = 0, withFound = 0] = deferred;
  const [all = 0] = loaded;
  const after = 84 + gridHeight(tools) + 34;
  const share = Math.round((1 - withFound / all) * 100);
  const heading = (y: number, title: string, note: string, tokens: number, shade: string): string =>
    [
      text(left, y, title, { fill: colour("text"), size: 18, weight: 650 }),
      text(left + 76, y, note, { fill: colour("quiet"), size: 14 }),
      text(width - left, y, count(tokens), { fill: colour(shade), size: 18, weight: 650, anchor: "end" }),
    ].join("");
  const bar = (y: number, tokens: number, fill: string): string =>
    box({ x: left, y, width: Math.round((tokens * (width - 2 * left)) / all), height: 22 }, fill, { rx: 4 });
  const end = left + (withFound * (width - 2 * left)) / all;
  const parts = [
    heading(38, "Before", `${tools} tool definitions in the first prompt`, all, "text"),
    bar(50, all, colour("part-messages")),
    grid(tools, 84, { id: "loaded", fill: colour("part-messages"), opacity: 0.45 }),
    element("line", { x1: left, x2: width - left, y1: after - 16, y2: after - 16, stroke: colour("line") }),
    heading(
      after + 18,
      "After",
      "a search tool, the names of the others, and what the search found",
      withFound,
      "saved",
    ),
    bar(after + 30, withFound, colour("call")),
    bar(after + 30, first, colour("search")),
    text(end + 12, after + 46, `${share} % less`, { fill: colour("saved"), size: 14, weight: 600 }),
    grid(tools, after + 64, { id: "deferred", fill: "none", stroke: colour("line-strong") }),
    grid(found, after + 64, { id: "found", fill: colour("call") }),
  ];
  const description = `Before: ${count(all)} with ${tools} tool definitions. After: ${count(first)} in the first prompt, ${count(withFound)} once the search has found what is needed.`;
  const frame = {
    width,
    height: after + 64 + gridHeight(tools) + 24,
    title: "A prompt of the demo, before and after",
    description,
  };
  return picture(frame, colour, parts);
}

const count = (tokens: number): string => `${tokens.toLocaleString("en")} tokens`;

const gridHeight = (tools: number): number => Math.ceil(tools / perRow) * (cell + gap);

/** A square per tool, drawn as a pattern: full rows, and the rest. */
function grid(tools: number, top: number, { id, ...look }: Attributes & { readonly id: string }): string {
  const step = cell + gap;
  const full = Math.floor(tools / perRow);
  const place = { x: left, y: top, width: step, height: step };
  const square = element("rect", { x: 0.5, y: 0.5, width: cell - 1, height: cell - 1, rx: 3, ...look });
  const pattern = element("pattern", { id, ...place, patternUnits: "userSpaceOnUse" }, square);
  const area = (y: number, columns: number, rows: number): string =>
    columns * rows === 0
      ? ""
      : element("rect", { x: left, y, width: columns * step, height: rows * step, fill: `url(#${id})` });
  return pattern + area(top, perRow, full) + area(top + full * step, tools % perRow, 1);
}
