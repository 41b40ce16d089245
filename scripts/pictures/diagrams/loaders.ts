import type { Palette } from "../drawing/palette.ts";
import { box, picture, text } from "../drawing/svg.ts";

const width = 880;
const left = 150;
const rowHeight = 92;

interface Part {
  readonly says: string;
  readonly size: number;
  /** Whether this part reads from the cache after a find, must be sent anew, or is new. */
  readonly state: "kept" | "lost" | "new";
}

interface Row {
  readonly loader: string;
  readonly note: string;
  readonly parts: readonly Part[];
}

const system: Part = { says: "system", size: 80, state: "kept" };

const rows: readonly Row[] = [
  {
    loader: "native",
    note: "the upstream expands the reference",
    parts: [
      { says: "eager tools, search", size: 150, state: "kept" },
      system,
      { says: "messages", size: 150, state: "kept" },
      { says: "reference", size: 100, state: "new" },
    ],
  },
  {
    loader: "bridge",
    note: "the definition is in the search result; call_tool calls it",
    parts: [
      { says: "eager tools, search, call_tool", size: 210, state: "kept" },
      system,
      { says: "messages", size: 150, state: "kept" },
      { says: "definition", size: 100, state: "new" },
    ],
  },
  {
    loader: "append",
    note: "the definition joins the list of tools, which comes before everything else",
    parts: [
      { says: "eager tools, search", size: 150, state: "kept" },
      { says: "definition", size: 100, state: "new" },
      { says: "system, messages: not read from the cache", size: 330, state: "lost" },
    ],
  },
  {
    loader: "eager",
    note: "every definition is in every prompt",
    parts: [{ says: "all tools", size: 470, state: "kept" }, system, { says: "messages", size: 120, state: "kept" }],
  },
];

const fills = { kept: "cache-ground", lost: "error-ground", new: "call-ground" } as const;
const inks = { kept: "cache", lost: "error", new: "call" } as const;

/** What of a prompt comes from the cache after a tool was found, by loader. */
export function loadersPicture(colour: Palette): string {
  const height = 30 + rows.length * rowHeight + 34;
  const legend = (
    [
      ["kept", "read from the cache", left],
      ["new", "new", left + 180],
      ["lost", "processed and paid again", left + 260],
    ] as const
  ).map(([state, says, x]) => {
    return (
      box({ x, y: height - 38, width: 14, height: 14 }, colour(fills[state]), { rx: 3, stroke: colour(inks[state]) }) +
      text(x + 22, height - 26, says, { fill: colour("quiet"), size: 13 })
    );
  });
  const description = rows.map(({ loader, note }) => `${loader}: ${note}.`).join(" ");
  const drawn = rows.map((row, index) => drawRow(row, 32 + index * rowHeight, colour));
  return picture({ width, height, title: "The prompt after a tool was found", description }, colour, [
    ...drawn,
    ...legend,
  ]);
}

function drawRow({ loader, note, parts }: Row, y: number, colour: Palette): string {
  let x = left;
  const pieces = parts.map(({ says, size, state }) => {
    const at = x;
    x += size + 4;
    return (
      box({ x: at, y, width: size, height: 38 }, colour(fills[state]), { rx: 5, stroke: colour(inks[state]) }) +
      text(at + size / 2, y + 24, says, { fill: colour(inks[state]), size: 12.5, weight: 600, anchor: "middle" })
    );
  });
  return [
    text(28, y + 24, loader, { fill: colour("text"), size: 15, weight: 650 }),
    ...pieces,
    text(left, y + 58, note, { fill: colour("quiet"), size: 12.5 }),
  ].join("");
}
