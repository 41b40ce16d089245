import { wholeWords } from "../text/split-words.ts";
import type { ToolDocument } from "../tool/document.ts";

/** The texts of a tool that are embedded, one per view. */
export interface ToolTexts {
  /** What the tool is called. */
  readonly name: string;
  /** The name and the first sentence. */
  readonly opening: string;
  /** Server, name and the start of the description. Schemas are left out: they blur the meaning. */
  readonly whole: string;
}

const maxDescriptionLength = 300;
const maxOpeningLength = 160;

export function toolTexts(document: ToolDocument): ToolTexts {
  const name = spaced(document.bareName);
  return {
    name,
    opening: `${name}. ${openingOf(document.description)}`,
    whole: `${spaced(document.server)} ${name}. ${document.hint} ${document.description.slice(0, maxDescriptionLength)}`,
  };
}

function spaced(identifier: string): string {
  return wholeWords(identifier).join(" ");
}

/** The opening that the embedding table is trained on: the first sentence of a description, or its start if it has none. */
export function openingOf(description: string): string {
  return /^(.{15,}?[.!?])\s/s.exec(description)?.[1] ?? description.slice(0, maxOpeningLength);
}
