import type { Palette } from "./palette.ts";

/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export const sans = "Inter,system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Noto Sans,sans-serif";
export const mono = "ui-monospace,SF Mono,JetBrains Mono,Cascadia Code,Menlo,Consolas,DejaVu Sans Mono,monospace";

export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeText(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** How a text looks. */
export interface TextStyle {
  readonly size?: number;
  readonly weight?: number;
  readonly fill: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly font?: string;
}

export function text(x: number, y: number, content: string, style: TextStyle): string {
  const { size = 14, weight, fill, anchor, font } = style;
  const attributes = {
    x,
    y,
    "font-size": size,
    "font-weight": weight,
    fill,
    "text-anchor": anchor,
    "font-family": font,
  };
  return element("text", attributes, escapeText(content));
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function box({ x, y, width, height }: Box, fill: string, more: Attributes = {}): string {
  return element("rect", { x, y, width, height, rx: 6, fill, ...more });
}

/** A straight arrow with a head at its end; `dashed` for what comes back. */
export function arrow(
  from: readonly [number, number],
  to: readonly [number, number],
  colour: string,
  dashed = false,
): string {
  const [x1, y1] = from;
  const [x2, y2] = to;
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const tip = (turn: number): string =>
    `${round(x2 - 9 * Math.cos(angle + turn))},${round(y2 - 9 * Math.sin(angle + turn))}`;
  const line = { x1, y1, x2: round(x2 - 4 * Math.cos(angle)), y2: round(y2 - 4 * Math.sin(angle)), stroke: colour };
  return (
    element("line", { ...line, "stroke-width": 1.75, "stroke-dasharray": dashed ? "5 4" : undefined }) +
    element("polygon", { points: `${x2},${y2} ${tip(0.42)} ${tip(-0.42)}`, fill: colour })
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What a picture is, for people who cannot see it, and its size. */
export interface PictureFrame {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
}

/** A whole SVG on the panel colour, so that it is legible on any page. */
export function picture(frame: PictureFrame, colour: Palette, parts: readonly string[]): string {
  const { width, height, title, description } = frame;
  const ground = element("rect", {
    x: 0.5,
    y: 0.5,
    width: width - 1,
    height: height - 1,
    rx: 12,
    fill: colour("panel"),
    stroke: colour("line"),
  });
  const named = element("title", {}, escapeText(title)) + element("desc", {}, escapeText(description));
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "font-family": sans,
  };
  return `${element("svg", attributes, `\n${[named, ground, ...parts].join("\n")}\n`)}\n`;
}
