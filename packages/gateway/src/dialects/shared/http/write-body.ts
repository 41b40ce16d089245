import { oncePer } from "@toolcrib/shared/caches";
import { writeExactly } from "@toolcrib/shared/json";

/**
 * Encodes a body as JSON bytes, in pieces. Each tools array is encoded once: it is the same on every turn of a
 * conversation, and can be thousands of times longer than the rest.
 */
export function writeBody(body: Readonly<Record<string, unknown>>): readonly Uint8Array[] {
  const { tools } = body;
  if (!Array.isArray(tools) || tools.length === 0) return [Buffer.from(writeExactly(body))];
  const pieces: Uint8Array[] = [];
  let text = "{";
  let separator = "";
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(field)}:`;
    separator = ",";
    if (field === "tools") {
      pieces.push(Buffer.from(text), toolsText(tools));
      text = "";
    } else {
      text += writeExactly(value);
    }
  }
  pieces.push(Buffer.from(`${text}}`));
  return pieces;
}

const toolsText = oncePer((tools: readonly object[]) => Buffer.from(writeExactly(tools)));
