import type { ForeignTexts } from "../languages/foreign-texts.ts";
import type { Reading } from "../languages/language-reader.ts";
import { wholeWords } from "../text/split-words.ts";
import type { ToolDocument } from "../tool/document.ts";
import type { EmbeddedText } from "./embed-texts.ts";

/** The texts of a tool that are embedded, one per view. */
export interface ToolTexts<Text extends EmbeddedText = string> {
  /** What the tool is called. */
  readonly name: Text;
  /** The name and the first sentence. */
  readonly opening: Text;
  /** Server, name and the start of the description. Schemas are left out: they blur the meaning. */
  readonly whole: Text;
}

const maxDescriptionLength = 300;
const maxOpeningLength = 160;

export function toolTexts(document: ToolDocument): ToolTexts {
  const name = spaced(document.bareName);
  return {
    name,
    opening: `${name}. ${openingOf(document.description)}`,
    whole: `${spaced(document.server)} ${name}. ${descriptionOf(document)}`,
  };
}

/** The same, with a description in another language as English words. Names are English, whatever they look like. */
export async function readToolTexts(document: ToolDocument, languages: ForeignTexts): Promise<ToolTexts<EmbeddedText>> {
  const reading = await languages.read(descriptionOf(document));
  if (reading === undefined) {
    return toolTexts(document);
  }
  const name = spaced(document.bareName);
  const opening = (await languages.read(openingOf(document.description))) ?? reading;
  return {
    name,
    opening: withHeading(name, opening),
    whole: withHeading(`${spaced(document.server)} ${name}`, reading),
  };
}

function withHeading(heading: string, reading: Reading): EmbeddedText {
  return [{ word: heading, weight: 1 }, ...reading.flat()];
}

function descriptionOf({ hint, description }: ToolDocument): string {
  return `${hint} ${description.slice(0, maxDescriptionLength)}`;
}

function spaced(identifier: string): string {
  return wholeWords(identifier).join(" ");
}

/** The opening that the embedding table is trained on: the first sentence of a description, or its start if it has none. */
export function openingOf(description: string): string {
  return /^(.{15,}?[.!?])\s/s.exec(description)?.[1] ?? description.slice(0, maxOpeningLength);
}
