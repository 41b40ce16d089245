/** The parts of a file that hold the entries. */
interface Body {
  readonly body: Uint8Array;
  readonly blocks: Uint32Array;
  /** How many entries there are. */
  readonly count: number;
  /** How many English words there are. */
  readonly english: number;
}

/** Longer words are in no file; a look-up has room for this many bytes. */
export const maxWordBytes = 255;
const entriesPerBlock = 16;

/*
 * An entry:
 *   how many bytes its word shares with the word before it, 0 for the first of a block
 *   how many bytes of its own it has, and those bytes
 *   a byte: how many English words (low two bits), and how foreign the word is (the others: log-odds × 4 + 32)
 *   the numbers of the English words (u16 each)
 *   their weights × 10 (four bits each, the lower half of a byte first)
 */

/** Walks through all entries; returns what is wrong with the first broken one. */
export function checkBody({ body, blocks, count, english }: Body): { expected: string; received: string } | undefined {
  if (blocks.length !== Math.ceil(count / entriesPerBlock)) {
    return {
      expected: `${Math.ceil(count / entriesPerBlock)} blocks for ${count} entries`,
      received: `${blocks.length}`,
    };
  }
  let at = 0;
  let length = 0;
  for (let entry = 0; entry < count; entry++) {
    const isFirst = entry % entriesPerBlock === 0;
    if (isFirst && blocks[entry / entriesPerBlock] !== at) {
      return { expected: `entry ${entry} at byte ${at}`, received: `${blocks[entry / entriesPerBlock]}` };
    }
    const shared = body[at] as number;
    const own = body[at + 1] as number;
    if (!(shared <= (isFirst ? 0 : length)) || !(own > 0) || shared + own > maxWordBytes) {
      return { expected: `a word of 1 to ${maxWordBytes} bytes at entry ${entry}`, received: `${shared} and ${own}` };
    }
    length = shared + own;
    at += 2 + own;
    const words = (body[at] as number) & 3;
    for (let word = 0; word < words; word++) {
      const number = (body[at + 1 + word * 2] as number) | ((body[at + 2 + word * 2] as number) << 8);
      if (number >= english) {
        return { expected: `an English word below ${english} at entry ${entry}`, received: `${number}` };
      }
    }
    at += 1 + words * 2 + ((words + 1) >> 1);
    if (at > body.length) {
      return { expected: `entry ${entry} inside ${body.length} bytes`, received: `${at}` };
    }
  }
  return at === body.length ? undefined : { expected: `${at} bytes of entries`, received: `${body.length}` };
}
