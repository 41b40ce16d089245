import type { ToolDocument } from "./document.ts";

/**
 * A 64-bit hash of what search reads of a tool, as text. It tells whether a tool has changed; it is no protection against someone who wants two
 * tools to look the same.
 */
export function contentHash(document: ToolDocument): string {
  const { name, server, hint, description, argumentNames, argumentDescriptions } = document;
  return hashText([name, server, hint, description, argumentNames, argumentDescriptions].join("\u0000"));
}

const fnvPrime = 16_777_619;

/** FNV-1a over the code units in two lanes that start apart, each finished with an avalanche. */
export function hashText(text: string): string {
  let first = 2_166_136_261;
  let second = 3_735_928_559;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, fnvPrime);
    second = Math.imul(second ^ (code + index), fnvPrime);
  }
  return hex(avalanche(first)) + hex(avalanche(second ^ first));
}

/** A 32-bit hash of bytes, as text: tells files apart that were made by accident, not by intent, to look alike. */
export function hashBytes(bytes: Uint8Array): string {
  let hash = 2_166_136_261;
  for (let index = 0; index < bytes.length; index++) {
    hash = Math.imul(hash ^ (bytes[index] as number), fnvPrime);
  }
  return hex(avalanche(hash));
}

/** Spreads every bit over all others: the finishing step of MurmurHash3. */
function avalanche(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, "0");
}
