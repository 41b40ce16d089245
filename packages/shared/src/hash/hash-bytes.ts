import { hexadecimal } from "./hexadecimal.ts";

const offsetBasis = 2_166_136_261;
const prime = 16_777_619;

/** A 32-bit hash of bytes (FNV-1a with a final mix) as 8 hexadecimal digits. It finds damage, not forgery. */
export function hashBytes(bytes: Uint8Array): string {
  let hash = offsetBasis;
  for (let index = 0; index < bytes.length; index++) {
    hash = Math.imul(hash ^ (bytes[index] as number), prime);
  }
  return hexadecimal(avalanche(hash));
}

/** Spreads every bit over all others: the finishing step of MurmurHash3. */
function avalanche(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
