import { ByteMemo } from "./byte-memo.ts";
import { endOfValue, nextArrayOfKey, objectEnds, topLevelArray } from "./json-spans.ts";

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
const maxCandidates = 4;
/** A turn changes a few messages at the end (cache breakpoints move); one that parts earlier is another branch. */
const maxReplaced = 4;

/** Knows messages by their bytes: each turn of a conversation repeats those before it. */
export class MessagesMemo {
  readonly #known = new ByteMemo<KnownMessages>({ entries: 256, bytes: 48 * 1_024 * 1_024 });

  /** The longest known beginning of a `messages` array in this text, at whatever depth. */
  find(bytes: Buffer): KnownBeginning | undefined {
    let start = nextArrayOfKey(bytes, key, 0);
    for (let candidates = 0; start !== -1 && candidates < maxCandidates; candidates++) {
      let best: { readonly entry: KnownMessages; readonly count: number } | undefined;
      for (const entry of this.#known.values()) {
        const count = countEqual(entry, bytes, start);
        if (count > (best?.count ?? 0)) best = { entry, count };
        // The turn before, most probably: nobody else has that much in common with it.
        if (count > maxReplaced && count >= entry.ends.length - maxReplaced) break;
      }
      if (best !== undefined) {
        const { entry, count } = best;
        this.#known.use(entry);
        const end = start + (entry.ends[count - 1] as number);
        return { start, end, values: entry.values.slice(0, count), entry };
      }
      start = nextArrayOfKey(bytes, key, start);
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
    if (beginning !== undefined && count >= beginning.entry.ends.length - maxReplaced)
      this.#known.delete(beginning.entry);
    this.#known.add({ bytes: bytes.subarray(start, start + last), ends, values: messages });
  }
}

const samples = 8;

/** Looks at a few bytes of the first message: that is enough to tell most conversations apart, and costs next to nothing. */
function seemsToBegin(known: Buffer, end: number, bytes: Buffer, start: number): boolean {
  for (let sample = 1; sample <= samples; sample++) {
    const at = Math.floor(((end - 1) * sample) / samples);
    if (known[at] !== bytes[start + at]) return false;
  }
  return true;
}

/**
 * How many messages of an entry stand, byte for byte, at the beginning of this array. Mostly all do, or all but the last, or, in another
 * conversation, none; in between, halving takes few comparisons, which are calls out of JavaScript.
 */
function countEqual({ bytes: known, ends }: KnownMessages, bytes: Buffer, start: number): number {
  const areEqual = (count: number, after: number): boolean => {
    const from = after === 0 ? 0 : (ends[after - 1] as number);
    const end = ends[count - 1] as number;
    return start + end <= bytes.length && bytes.compare(known, from, end, start + from, start + end) === 0;
  };
  if (!seemsToBegin(known, ends[0] as number, bytes, start)) return 0;
  if (areEqual(ends.length, 0)) return ends.length;
  let max = ends.length - 1;
  if (max === 0 || !areEqual(1, 0)) return 0;
  let equal = 1;
  for (let tried = max; equal < max; tried = Math.ceil((equal + max) / 2)) {
    if (areEqual(tried, equal)) equal = tried;
    else max = tried - 1;
  }
  return equal;
}
