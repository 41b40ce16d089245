import type { Palette } from "../drawing/palette.ts";
import { arrow, type Box, box, element, picture, text } from "../drawing/svg.ts";

const width = 880;
const columns = { clients: 28, doors: 318, ends: 652 } as const;
const rows = [56, 146, 236] as const;

/** The three ways to use Toolcrib, on one engine. */
export function doorsPicture(colour: Palette): string {
  const card = (place: Box, title: string, lines: readonly string[], accent?: string): string =>
    drawCard(place, { title, lines, accent }, colour);
  const client = (row: number, title: string, line: string): string =>
    card({ x: columns.clients, y: rows[row] ?? 0, width: 200, height: 66 }, title, [line]);
  const door = (row: number, title: string, line: string): string =>
    card({ x: columns.doors, y: rows[row] ?? 0, width: 236, height: 66 }, title, [line], colour("search"));
  const middle = (row: number): number => (rows[row] ?? 0) + 33;
  const line = colour("line-strong");
  const between = [0, 1, 2].map((row) => arrow([228, middle(row)], [318, middle(row)], line));
  const label = (y: number, content: string): string =>
    text(273, y - 9, content, { fill: colour("quiet"), size: 12, anchor: "middle" });
  const parts = [
    text(columns.clients, 36, "You have", { fill: colour("quiet"), size: 13 }),
    text(columns.doors, 36, "Toolcrib gives you", { fill: colour("quiet"), size: 13 }),
    text(columns.ends, 36, "Behind it", { fill: colour("quiet"), size: 13 }),
    client(0, "An agent", "Claude Code, Codex, an SDK"),
    client(1, "An editor", "Cursor, VS Code and others"),
    client(2, "Your own code", "TypeScript"),
    ...between,
    label(middle(0), "base URL"),
    label(middle(1), "MCP entry"),
    label(middle(2), "import"),
    door(0, "Gateway", "Messages, Responses, Chat APIs"),
    door(1, "MCP front", "search_tools, call_tool"),
    door(2, "Library", "sessions and framework adapters"),
    card({ x: columns.ends, y: 56, width: 200, height: 66 }, "Any model", ["hosted or local"]),
    card({ x: columns.ends, y: 146, width: 200, height: 66 }, "MCP servers", ["stdio, Streamable HTTP, SSE"]),
    card({ x: columns.ends, y: 236, width: 200, height: 66 }, "Your tools", ["functions in your program"]),
    arrow([554, middle(0)], [652, middle(0)], line),
    arrow([554, middle(1)], [652, middle(1)], line),
    arrow([554, middle(2)], [652, middle(2)], line),
    arrow([554, middle(0) + 20], [652, middle(1) - 16], line),
    box({ x: columns.doors, y: 328, width: 236, height: 58 }, colour("search-ground")),
    text(columns.doors + 118, 352, "Engine and search index", {
      fill: colour("search"),
      size: 14,
      weight: 650,
      anchor: "middle",
    }),
    text(columns.doors + 118, 372, "the same rules behind all three", {
      fill: colour("quiet"),
      size: 12.5,
      anchor: "middle",
    }),
    element("line", { x1: 436, x2: 436, y1: 302, y2: 328, stroke: colour("search"), "stroke-width": 1.75 }),
  ];
  const description =
    "An agent reaches any model through the gateway by its base URL. An editor reaches MCP servers through the MCP front. Your own code uses the library with your tools. All three share one engine and search index.";
  return picture({ width, height: 410, title: "Three ways to use Toolcrib", description }, colour, parts);
}

interface Card {
  readonly title: string;
  readonly lines: readonly string[];
  readonly accent: string | undefined;
}

function drawCard({ x, y, width: cardWidth, height }: Box, { title, lines, accent }: Card, colour: Palette): string {
  const stroke = accent ?? colour("line-strong");
  return [
    box({ x, y, width: cardWidth, height }, colour("ground"), { rx: 8, stroke }),
    text(x + 16, y + 28, title, { fill: colour("text"), size: 15, weight: 650 }),
    ...lines.map((content, index) => text(x + 16, y + 48 + index * 18, content, { fill: colour("quiet"), size: 12.5 })),
  ].join("");
}
