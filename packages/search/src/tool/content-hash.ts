import { hashText } from "@toolcrib/shared/hash";
import type { ToolDocument } from "./document.ts";

/**
 * A 64-bit hash of what search reads of a tool, as text. It tells whether a tool has changed; it is no protection against someone who wants two
 * tools to look the same.
 */
export function contentHash(document: ToolDocument): string {
  const { name, server, hint, description, argumentNames, argumentDescriptions } = document;
  return hashText([name, server, hint, description, argumentNames, argumentDescriptions].join("\u0000"));
}
