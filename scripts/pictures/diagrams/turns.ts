import type { Palette } from "../drawing/palette.ts";
import { box, element, picture, text } from "../drawing/svg.ts";

const width = 880;
const left = 150;
const barHeight = 38;
const rowHeight = 84;

interface Part {
  readonly says: string;
  readonly size: number;
  readonly shade: string;
}

const fixed: readonly Part[] = [
  { says: "eager tools, search", size: 152, shade: "search" },
  { says: "system", size: 74, shade: "part-system" },
];
const question: Part = { says: "names, question", size: 132, shade: "raised" };
const found: Part = { says: "search, definition", size: 140, shade: "search" };
const called: Part = { says: "call, result", size: 96, shade: "call" };
const next: Part = { says: "question", size: 80, shade: "raised" };

const prompts = [
  { title: "Call 1", note: "asks", parts: [...fixed, question] },
  { title: "Call 2", note: "after the search", parts: [...fixed, question, found] },
  { title: "Call 3", note: "after the tool", parts: [...fixed, question, found, called] },
  { title: "Call 4", note: "the next turn", parts: [...fixed, question, found, called, next] },
] as const;

/** Prompts of one conversation below each other: what was sent once is never changed, so the cache holds. */
export function turnsPicture(colour: Palette): string {
  const rows = prompts.map(({ title, note, parts }, index) => {
    const y = 40 + index * rowHeight;
    const cached = prompts[index - 1]?.parts.length ?? 0;
    return drawPrompt({ title, note, parts, cached }, y, colour);
  });
  const description =
    "Four prompts of one conversation. Each starts with the whole previous prompt, which is read from the prompt cache, and adds only new messages at the end: the search with the definition that it found, the call with its result, the next question.";
  const height = 40 + prompts.length * rowHeight + 8;
  return picture({ width, height, title: "Prompts only grow at the end", description }, colour, rows);
}

interface Prompt {
  readonly title: string;
  readonly note: string;
  readonly parts: readonly Part[];
  /** How many parts the previous prompt had. */
  readonly cached: number;
}

function drawPrompt({ title, note, parts, cached }: Prompt, y: number, colour: Palette): string {
  const ends = parts.map((_, index) => left + parts.slice(0, index + 1).reduce((sum, { size }) => sum + size + 3, 0));
  const pieces = parts.map(({ says, size, shade }, index) => {
    const x = (ends[index] ?? 0) - size - 3;
    return (
      box({ x, y, width: size, height: barHeight }, colour(shade), {
        rx: 5,
        stroke: shade === "raised" ? colour("line-strong") : undefined,
      }) + text(x + size / 2, y + 24, says, { fill: onShade(shade, colour), size: 12.5, weight: 550, anchor: "middle" })
    );
  });
  const end = ends[cached - 1];
  return [
    text(28, y + 18, title, { fill: colour("text"), size: 15, weight: 650 }),
    text(28, y + 36, note, { fill: colour("quiet"), size: 12.5 }),
    ...pieces,
    ...(end === undefined ? [] : [bracket(left, end - 3, y + barHeight + 8, colour)]),
  ].join("");
}

function onShade(shade: string, colour: Palette): string {
  return shade === "raised" ? colour("text") : colour("panel");
}

function bracket(from: number, to: number, y: number, colour: Palette): string {
  const line = { stroke: colour("cache"), "stroke-width": 2, fill: "none" };
  return (
    element("path", { d: `M${from + 1} ${y - 3}v5h${to - from - 2}v-5`, ...line }) +
    text((from + to) / 2, y + 19, "read from the prompt cache", {
      fill: colour("cache"),
      size: 12.5,
      weight: 600,
      anchor: "middle",
    })
  );
}
