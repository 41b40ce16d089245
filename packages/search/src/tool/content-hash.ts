import { hashText } from "@toolcrib/shared/hash";
import type { ToolDocument } from "./document.ts";

/** A 64-bit hash, as text, of the fields that search reads. It detects changes, but not deliberate collisions. */
export function contentHash(document: ToolDocument): string {
  const { name, server, hint, description, argumentNames, argumentDescriptions } = document;
  return hashText([name, server, hint, description, argumentNames, argumentDescriptions].join("\u0000"));
}
