import { JsonCounter } from "@toolcrib/shared/json";
import { ByteMemo } from "./byte-memo.ts";
import { endOfValue, nextArrayOfKey, objectEnds, topLevelArray } from "./json-spans.ts";

interface KnownMessages {
  /** The text of a `messages` array, from its bracket to the end of its last message. */
  readonly bytes: Buffer;
  /** The end of each message, up to the first that is not an object: only objects are self-delimiting. */
  readonly ends: readonly number[];
  /** The number of JSON values up to each of these ends, the array included. */
  readonly counts: readonly number[];
  readonly valueCount: number;
  readonly values: readonly unknown[];
}

/** The known messages at the start of an array. */
export interface KnownBeginning {
  /** The position of the array's bracket. */
  readonly start: number;
  /** The byte after the last known message. */
  readonly end: number;
  readonly values: readonly unknown[];
  /** The number of JSON values in the array up to there, itself included. */
  readonly valueCount: number;
  readonly entry: KnownMessages;
}

const key = Buffer.from('"messages"');
const maxCandidates = 4;
/** A turn changes a few messages at the end (cache breakpoints move); an earlier difference means another branch. */
const maxReplaced = 4;

/** Recognises messages by their bytes: each turn of a conversation repeats the previous ones. */
export class MessagesMemo {
  readonly #known = new ByteMemo<KnownMessages>({ entries: 256, bytes: 128 * 1_024 * 1_024 });

  /** The longest known prefix of a `messages` array in this text, at any depth. */
  find(bytes: Buffer): KnownBeginning | undefined {
    let start = nextArrayOfKey(bytes, key, 0);
    for (let candidates = 0; start !== -1 && candidates < maxCandidates; candidates++) {
      let best: { readonly entry: KnownMessages; readonly count: number } | undefined;
      for (const entry of this.#known.values()) {
        const count = countEqual(entry, bytes, start);
        if (count > (best?.count ?? 0)) best = { entry, count };
        // Most probably the previous turn: nothing else has that much in common with it.
        if (count > maxReplaced && count >= entry.ends.length - maxReplaced) break;
      }
      if (best !== undefined) {
        const { entry, count } = best;
        this.#known.use(entry);
        const end = start + (entry.ends[count - 1] as number);
        const valueCount = entry.counts[count - 1] as number;
        return { start, end, values: entry.values.slice(0, count), valueCount, entry };
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

  /** Remembers the messages of the array that starts at `start`, in addition to the known prefix or in its place. */
  learn(bytes: Buffer, messages: readonly unknown[], start: number, beginning: KnownBeginning | undefined): void {
    const count = beginning?.values.length ?? 0;
    const ends = beginning === undefined ? [] : beginning.entry.ends.slice(0, count);
    const counts = beginning === undefined ? [] : beginning.entry.counts.slice(0, count);
    const counter = new JsonCounter();
    const before = counts.at(-1) ?? 0;
    let from = beginning?.end ?? start;
    for (const end of objectEnds(bytes, beginning?.end ?? start + 1)) {
      counter.add(bytes.subarray(from, end));
      from = end;
      ends.push(end - start);
      counts.push(before + counter.values);
    }
    const last = ends.at(-1);
    const valueCount = counts.at(-1);
    if (last === undefined || valueCount === undefined) return;
    if (beginning !== undefined && count >= beginning.entry.ends.length - maxReplaced)
      this.#known.delete(beginning.entry);
    this.#known.add({ bytes: bytes.subarray(start, start + last), ends, counts, valueCount, values: messages });
  }
}

const samples = 8;

/** Compares a few bytes of the first message: a cheap check that separates most conversations. */
function seemsToBegin(known: Buffer, end: number, bytes: Buffer, start: number): boolean {
  for (let sample = 1; sample <= samples; sample++) {
    const at = Math.floor(((end - 1) * sample) / samples);
    if (known[at] !== bytes[start + at]) return false;
  }
  return true;
}

/**
 * How many messages of an entry match the start of this array byte for byte. Usually all of them, all but the last, or
 * (in another conversation) none; otherwise a binary search needs few comparisons, which are native calls.
 */
function countEqual({ bytes: known, ends }: KnownMessages, bytes: Buffer, start: number): number {
  const areEqual = (count: number, after: number): boolean => {
    const from = after === 0 ? 0 : (ends[after - 1] as number);
    const end = ends[count - 1] as number;
    return start + end <= bytes.length && bytes.compare(known, from, end, start + from, start + end) === 0;
  };
  if (!seemsToBegin(known, ends[0] as number, bytes, start)) return 0;
  // The first message alone: most entries are other conversations, many of which begin alike.
  if (!areEqual(1, 0)) return 0;
  if (ends.length === 1 || areEqual(ends.length, 1)) return ends.length;
  let max = ends.length - 1;
  let equal = 1;
  for (let tried = max; equal < max; tried = Math.ceil((equal + max) / 2)) {
    if (areEqual(tried, equal)) equal = tried;
    else max = tried - 1;
  }
  return equal;
}
