import { parseJson } from "@toolcrib/shared/json";
import { endOfString, skipSpace } from "./json-spans.ts";

const quote = 0x22;
const colon = 0x3a;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);
const key = Buffer.from('"model"');

/** The position of the string value of `model` at this depth, including its quotes. */
export function findModelValue(
  body: Uint8Array,
  depthOfModel: number,
): { readonly start: number; readonly end: number } | undefined {
  let depth = 0;
  let isModelValue = false;
  for (let position = 0; position < body.length; position++) {
    const byte = body[position] as number;
    if (opening.has(byte)) depth++;
    else if (closing.has(byte)) depth--;
    else if (byte === quote) {
      const end = endOfString(body, position);
      if (isModelValue) return { start: position, end };
      isModelValue =
        depth === depthOfModel && body[skipSpace(body, end)] === colon && key.equals(body.subarray(position, end));
      position = end - 1;
    }
  }
  return undefined;
}

/** The model that a body names, which may not be valid; empty if it names none. */
export function modelOf(pieces: readonly Buffer[]): string {
  const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  const span = findModelValue(bytes, 1);
  const model = span && parseJson(bytes.toString("utf8", span.start, span.end));
  return typeof model === "string" ? model : "";
}
