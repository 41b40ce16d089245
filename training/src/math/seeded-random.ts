/** A source of numbers in [0, 1) that is the same on every machine for the same seed (mulberry32). */
export type RandomSource = () => number;

export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Shuffles in place and returns the same array. */
export function shuffle<Items extends { length: number; [index: number]: unknown }>(
  items: Items,
  random: RandomSource,
): Items {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const kept = items[last];
    items[last] = items[other];
    items[other] = kept;
  }
  return items;
}

export function pick<Item>(items: readonly Item[], random: RandomSource): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
