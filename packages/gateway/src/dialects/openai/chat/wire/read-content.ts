import { isRecord } from "@toolcrib/shared/json";
import { textOf } from "../../shared/loose-values.ts";
import { reasoningFields } from "./kept-reasoning.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a message or a piece of one says. */
export interface ContentPiece {
  readonly text: string;
  readonly thought: string;
  /** The field of the thought. */
  readonly field: (typeof reasoningFields)[number];
  /** Whether that field held it; otherwise it came in parts or details. */
  readonly isInField: boolean;
  readonly details: readonly Fields[];
  readonly refusal: string;
}

/** What a message, or the `delta` of a chunk, says and thinks. Content may be text, or parts as Mistral writes them. */
export function readContent(message: Fields): ContentPiece {
  const parts = Array.isArray(message["content"]) ? message["content"].filter(isRecord) : [];
  const field = reasoningFields.find((name) => textOf(message[name]) !== "");
  const { reasoning_details: details } = message;
  const listed = Array.isArray(details) ? details.filter(isRecord) : [];
  return {
    text:
      textOf(message["content"]) + parts.map((part) => (part["type"] === "text" ? textOf(part["text"]) : "")).join(""),
    thought:
      (field === undefined ? "" : textOf(message[field])) ||
      parts.map(thoughtOf).join("") ||
      listed.map(({ text, summary }) => textOf(text) || textOf(summary)).join(""),
    field: field ?? (listed.length > 0 ? "reasoning" : "reasoning_content"),
    isInField: field !== undefined,
    details: listed,
    refusal: textOf(message["refusal"]),
  };
}

function thoughtOf({ type, thinking }: Fields): string {
  if (type !== "thinking") return "";
  if (!Array.isArray(thinking)) return textOf(thinking);
  return thinking
    .filter(isRecord)
    .map(({ text }) => textOf(text))
    .join("");
}
