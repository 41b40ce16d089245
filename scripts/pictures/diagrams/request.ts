import type { Palette } from "../drawing/palette.ts";
import { arrow, box, element, picture, text } from "../drawing/svg.ts";

const width = 880;
const lifelines = { agent: 120, gateway: 370, catalogue: 560, model: 770 } as const;
type Lifeline = keyof typeof lifelines;

interface Step {
  readonly from: Lifeline;
  readonly to: Lifeline;
  readonly says: string;
  readonly kind: "quiet" | "search" | "cache" | "call";
  readonly returns?: true;
}

const stepsWith = (tools: number): readonly Step[] => [
  { from: "agent", to: "gateway", says: `a question, and ${tools} tools`, kind: "quiet" },
  { from: "gateway", to: "model", says: "search tool, call_tool, and the names of the rest", kind: "quiet" },
  { from: "model", to: "gateway", says: "ToolSearch: “sum of two numbers”", kind: "search", returns: true },
  { from: "gateway", to: "catalogue", says: "look it up", kind: "search" },
  { from: "catalogue", to: "gateway", says: "get-sum", kind: "search", returns: true },
  { from: "gateway", to: "model", says: "the same bytes, then the definition of get-sum", kind: "cache" },
  { from: "model", to: "gateway", says: "call_tool: get-sum, 19 and 23", kind: "call", returns: true },
  { from: "gateway", to: "agent", says: "calls get-sum with 19 and 23", kind: "call", returns: true },
  { from: "agent", to: "gateway", says: "its result: 42", kind: "call" },
  { from: "gateway", to: "model", says: "the same bytes, then the result", kind: "cache" },
];

const names: Readonly<Record<Lifeline, string>> = {
  agent: "Agent",
  gateway: "Gateway",
  catalogue: "Catalogue",
  model: "Model",
};

/** One request with a search inside, on a model without tool search of its own. */
export function requestPicture(tools: number, colour: Palette): string {
  const steps = stepsWith(tools);
  const top = 78;
  const rowHeight = 38;
  const height = top + steps.length * rowHeight + 62;
  const heads = Object.entries(lifelines).map(([name, x]) => head(names[name as Lifeline], x, height - 52, colour));
  const arrows = steps.map((step, index) => draw(step, top + 20 + index * rowHeight, colour));
  const legend = (
    [
      ["search", "search", 28],
      ["call", "tool call", 128],
      ["cache", "prefix read from the prompt cache", 238],
    ] as const
  ).map(([kind, says, x]) => {
    return (
      element("circle", { cx: x + 5, cy: height - 22, r: 5, fill: colour(kind) }) +
      text(x + 18, height - 17, says, { fill: colour("quiet"), size: 13 })
    );
  });
  const description = steps.map(({ from, to, says }) => `${names[from]} to ${names[to]}: ${says}.`).join(" ");
  return picture({ width, height, title: "One request with a search", description }, colour, [
    ...heads,
    ...arrows,
    ...legend,
  ]);
}

function head(name: string, x: number, bottom: number, colour: Palette): string {
  return [
    element("line", { x1: x, x2: x, y1: 56, y2: bottom, stroke: colour("line-strong"), "stroke-dasharray": "2 4" }),
    box({ x: x - 62, y: 24, width: 124, height: 34 }, colour("raised"), { rx: 8 }),
    text(x, 46, name, { fill: colour("text"), size: 14, weight: 650, anchor: "middle" }),
  ].join("");
}

function draw({ from, to, says, kind, returns }: Step, y: number, colour: Palette): string {
  const [start, end] = [lifelines[from], lifelines[to]];
  const step = end > start ? 3 : -3;
  const shade = kind === "quiet" ? colour("quiet") : colour(kind);
  const label = Math.min(start, end) + 14;
  return [
    arrow([start + step, y], [end - step, y], shade, returns),
    // The label covers the lifelines that it crosses.
    element(
      "text",
      {
        x: label,
        y: y - 7,
        "font-size": 13,
        fill: kind === "quiet" ? colour("text") : shade,
        stroke: colour("panel"),
        "stroke-width": 5,
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      },
      says,
    ),
  ].join("");
}
