import { ByteMemo } from "./byte-memo.ts";
import { arraysOfKey, endOfValue, objectEnds, topLevelArray } from "./json-spans.ts";

interface KnownMessages {
  /** The text of a `messages` array from its bracket to the end of its last message. */
  readonly bytes: Buffer;
  /** Where each message ends in it; only those up to the first that is no object, since others do not tell by themselves. */
  readonly ends: readonly number[];
  readonly values: readonly unknown[];
}

/** The messages at the beginning of an array that are known. */
export interface KnownBeginning {
  /** The array's bracket. */
  readonly start: number;
  /** The byte after the last known message. */
  readonly end: number;
  readonly values: readonly unknown[];
  readonly entry: KnownMessages;
}

const key = Buffer.from('"messages"');
const mostCandidates = 4;
/** A turn changes a few messages at the end (cache breakpoints move); one that parts earlier is another branch. */
const mostReplaced = 4;

/** Knows messages by their bytes: each turn of a conversation repeats those before it. */
export class MessagesMemo {
  readonly #known = new ByteMemo<KnownMessages>({ entries: 256, bytes: 48 * 1_024 * 1_024 });

  /** The longest known beginning of a `messages` array in this text, at whatever depth. */
  find(bytes: Buffer): KnownBeginning | undefined {
    let candidates = 0;
    for (const start of arraysOfKey(bytes, key)) {
      let best: { readonly entry: KnownMessages; readonly count: number } | undefined;
      for (const entry of this.#known.values()) {
        const count = countEqual(entry, bytes, start);
        if (count > (best?.count ?? 0)) best = { entry, count };
      }
      if (best !== undefined) {
        const { entry, count } = best;
        this.#known.use(entry);
        const end = start + (entry.ends[count - 1] as number);
        return { start, end, values: entry.values.slice(0, count), entry };
      }
      if (++candidates === mostCandidates) return undefined;
    }
    return undefined;
  }

  /** The `messages` array at the top level of this text. */
  locate(bytes: Buffer): { readonly start: number; readonly end: number } | undefined {
    const start = topLevelArray(bytes, key);
    return start === undefined ? undefined : { start, end: endOfValue(bytes, start) };
  }

  /** Remembers the messages of the array that begins at `start`, beside or instead of the beginning that was known. */
  learn(bytes: Buffer, messages: readonly unknown[], start: number, beginning: KnownBeginning | undefined): void {
    const count = beginning?.values.length ?? 0;
    const ends = beginning === undefined ? [] : beginning.entry.ends.slice(0, count);
    for (const end of objectEnds(bytes, beginning?.end ?? start + 1)) ends.push(end - start);
    const last = ends.at(-1);
    if (last === undefined) return;
    if (beginning !== undefined && count >= beginning.entry.ends.length - mostReplaced)
      this.#known.delete(beginning.entry);
    this.#known.add({ bytes: bytes.subarray(start, start + last), ends, values: messages });
  }
}

/** How many messages of an entry stand, byte for byte, at the beginning of this array. */
function countEqual({ bytes: known, ends }: KnownMessages, bytes: Buffer, start: number): number {
  if (start + known.length <= bytes.length && isEqual(known, 0, known.length, bytes, start)) return ends.length;
  let from = 0;
  let count = 0;
  for (const end of ends) {
    if (start + end > bytes.length || !isEqual(known, from, end, bytes, start)) break;
    from = end;
    count++;
  }
  return count;
}

function isEqual(known: Buffer, from: number, end: number, bytes: Buffer, start: number): boolean {
  return bytes.compare(known, from, end, start + from, start + end) === 0;
}
