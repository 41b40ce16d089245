import type { ForeignTexts } from "../languages/foreign-texts.ts";
import type { Reading } from "../languages/language-reader.ts";
import { type Field, type FieldWeight, fieldWeights, hintField, nameField, serverField } from "../lexical/fields.ts";
import { seenName } from "../text/look-alikes.ts";
import { wholeWords } from "../text/split-words.ts";
import type { ToolDocument } from "../tool/document.ts";
import { rankedDescription } from "../tool/ranked-description.ts";
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
  const { name, heading, description, start } = embeddedParts(document);
  return { name, opening: `${name}. ${openingOf(description)}`, whole: `${heading}. ${start}` };
}

/** The same, with a description in another language as English words. Names are English, whatever they look like. */
export async function readToolTexts(document: ToolDocument, languages: ForeignTexts): Promise<ToolTexts<EmbeddedText>> {
  const { name, heading, description, start } = embeddedParts(document);
  const reading = await languages.read(start);
  if (reading === undefined) {
    return toolTexts(document);
  }
  const opening = (await languages.read(openingOf(description))) ?? reading;
  return { name, opening: withHeading(name, opening), whole: withHeading(heading, reading) };
}

function withHeading(heading: string, reading: Reading): EmbeddedText {
  return [{ word: heading, weight: 1 }, ...reading.flat()];
}

interface EmbeddedParts {
  readonly name: string;
  /** The server and the name. */
  readonly heading: string;
  readonly description: string;
  /** The hint and the start of the description. */
  readonly start: string;
}

/** The parts of a tool that count. */
function embeddedParts(document: ToolDocument): EmbeddedParts {
  const description = rankedDescription(document.description);
  // The name of a tool whose description is stuffed is as suspicious as the description.
  const isNamed = description !== "" || document.description === "";
  const name = isNamed ? unlessStuffed(nameField, seenName(document.bareName)) : "";
  const hint = unlessStuffed(hintField, document.hint) === "" ? "" : document.hint;
  return {
    name,
    heading: `${unlessStuffed(serverField, document.server)} ${name}`,
    description,
    start: `${hint} ${description.slice(0, maxDescriptionLength)}`,
  };
}

/** The words of a field, unless it is stuffed with them. */
function unlessStuffed(field: Field, text: string): string {
  const words = wholeWords(text);
  return words.length > (fieldWeights[field] as FieldWeight).maxWords ? "" : words.join(" ");
}

/** The opening that the embedding table is trained on: the first sentence of a description, or its start if it has none. */
export function openingOf(description: string): string {
  return /^(.{15,}?[.!?])\s/s.exec(description)?.[1] ?? description.slice(0, maxOpeningLength);
}
