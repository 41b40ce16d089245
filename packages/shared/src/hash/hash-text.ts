import { hexadecimal } from "./hexadecimal.ts";

/**
 * A 64-bit hash of a text as 16 hexadecimal digits (two 32-bit multiplicative hashes side by side).
 * It tells versions of the same thing apart; it is no protection against somebody who looks for collisions.
 */
export function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return hexadecimal(high) + hexadecimal(low);
}
