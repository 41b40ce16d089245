import type { CutBytes } from "./serve.ts";

/** Cuts bytes at places that a seed decides: inside names, numbers, escapes and characters. The same seed cuts the same way. */
export function cutAtRandom(seed: number, maxPieceLength = 24): CutBytes {
  let state = seed * 2_654_435_761 + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (bytes) => {
    const pieces: Uint8Array[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = start + 1 + Math.floor(next() * maxPieceLength);
      pieces.push(bytes.subarray(start, end));
      start = end;
    }
    return pieces;
  };
}
