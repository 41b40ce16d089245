import { type Palette, paletteOf } from "../drawing/palette.ts";
import { type Attributes, element, escapeText, mono, sans } from "../drawing/svg.ts";
import { readSpans, type Span, withoutStyles, wrapSpans } from "./ansi.ts";
import type { Recording } from "./record-demo.ts";

const columns = 118;
const characterWidth = 7.83;
const lineHeight = 19;
const padding = 20;
const barHeight = 36;
/** Everything has appeared within five seconds: longer motion would need a pause button (WCAG 2.2.2). */
const typingSeconds = 0.6;
const lineSeconds = 0.16;

/** The recording as an animated terminal. With reduced motion, everything is there from the start. */
export function terminalPicture({ command, lines }: Recording): string {
  const colour = paletteOf("dark");
  const rows = lines.flatMap((line, index) =>
    wrapSpans(readSpans(line), columns).map((spans) => ({ spans, after: index })),
  );
  const width = Math.round(columns * characterWidth + 2 * padding);
  const height = barHeight + padding + (rows.length + 1) * lineHeight + padding;
  const printed = rows.map(({ spans, after }, index) =>
    row(spans, index + 1, typingSeconds + 0.3 + after * lineSeconds, colour),
  );
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "font-family": mono,
    "font-size": 13,
  };
  const content = [
    element("title", {}, escapeText(`A terminal: ${command}`)),
    element("desc", {}, escapeText(lines.map(withoutStyles).join("\n"))),
    element("style", {}, styleSheet(command)),
    window(width, height, colour),
    prompt(command, colour),
    ...printed,
  ];
  return `${element("svg", attributes, `\n${content.join("\n")}\n`)}\n`;
}

function styleSheet(command: string): string {
  return [
    "text{white-space:pre}",
    "@media (prefers-reduced-motion:no-preference){",
    ".row{opacity:0;animation:show .01s linear forwards}",
    `.typed{clip-path:inset(0 100% 0 0);animation:type ${typingSeconds}s steps(${command.length}) .2s forwards}`,
    "@keyframes show{to{opacity:1}}@keyframes type{to{clip-path:inset(0 0 0 0)}}}",
  ].join("");
}

function window(width: number, height: number, colour: Palette): string {
  const frame = { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 10 };
  const lights = ["error", "call", "saved"].map((name, index) =>
    element("circle", { cx: padding + index * 18, cy: barHeight / 2, r: 5, fill: colour(name), opacity: 0.7 }),
  );
  const title = {
    x: width / 2,
    y: 23,
    fill: colour("quiet"),
    "text-anchor": "middle",
    "font-family": sans,
    "font-size": 12,
  };
  return [
    element("rect", { ...frame, fill: colour("ground"), stroke: colour("line-strong") }),
    element("line", { x1: 1, x2: width - 1, y1: barHeight, y2: barHeight, stroke: colour("line") }),
    ...lights,
    element("text", title, "toolcrib"),
  ].join("");
}

const baseline = (line: number): number => barHeight + padding + line * lineHeight + 12;

function prompt(command: string, colour: Palette): string {
  const y = baseline(0);
  const typed = { x: padding + 2 * characterWidth, y, fill: colour("text"), "font-weight": 600, class: "typed" };
  return element("text", { x: padding, y, fill: colour("saved") }, "$") + element("text", typed, escapeText(command));
}

/** Each piece starts in its own column, so that the columns hold with any font. */
function row(spans: readonly Span[], line: number, delay: number, colour: Palette): string {
  let column = 0;
  const pieces = spans.map((span) => {
    const { length } = Array.from(span.text);
    const at = {
      x: Math.round((padding + column * characterWidth) * 10) / 10,
      textLength: round(length * characterWidth),
    };
    column += length;
    return span.text.trim() === "" ? "" : element("tspan", { ...at, ...look(span, colour) }, escapeText(span.text));
  });
  const attributes = {
    y: baseline(line),
    class: "row",
    style: `animation-delay:${round(delay)}s`,
    fill: colour("text"),
  };
  return element("text", attributes, pieces.join(""));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const colours: Readonly<Record<number, string>> = { 31: "error", 32: "saved", 33: "call", 36: "search" };

function look({ bold, dim, colour: code }: Span, colour: Palette): Attributes {
  const name = colours[code ?? 0] ?? (dim ? "quiet" : undefined);
  return { "font-weight": bold ? 600 : undefined, fill: name === undefined ? undefined : colour(name) };
}
