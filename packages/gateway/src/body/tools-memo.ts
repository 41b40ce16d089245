import { ByteMemo } from "./byte-memo.ts";
import { endOfValue, nextArrayOfKey, topLevelArray } from "./json-spans.ts";

interface KnownTools {
  /** The text of the whole array. */
  readonly bytes: Buffer;
  readonly value: readonly unknown[];
}

/** A stretch of a text and the value that it stands for. */
export interface KnownSpan {
  readonly start: number;
  readonly end: number;
  readonly value: readonly unknown[];
}

const key = Buffer.from('"tools"');
const mostCandidates = 16;

/** Knows `tools` arrays by their bytes: the same ones come with every turn of a conversation. */
export class ToolsMemo {
  readonly #known = new ByteMemo<KnownTools>({ entries: 64, bytes: 64 * 1_024 * 1_024 });

  /** An array that is known and stands in this text, at whatever depth. */
  find(bytes: Buffer): KnownSpan | undefined {
    let start = nextArrayOfKey(bytes, key, 0);
    for (let candidates = 0; start !== -1 && candidates < mostCandidates; candidates++) {
      for (const known of this.#known.values()) {
        const end = start + known.bytes.length;
        if (end > bytes.length || bytes.compare(known.bytes, 0, known.bytes.length, start, end) !== 0) continue;
        this.#known.use(known);
        return { start, end, value: known.value };
      }
      start = nextArrayOfKey(bytes, key, start);
    }
    return undefined;
  }

  /** Reads the array that the text has at its top level, and remembers it. Throws where it is not valid JSON. */
  learn(bytes: Buffer): KnownSpan | undefined {
    if (bytes.indexOf(key) === -1) return undefined;
    const start = topLevelArray(bytes, key);
    if (start === undefined) return undefined;
    const end = endOfValue(bytes, start);
    // A copy: the rest of the request's bytes need not stay in memory for it.
    const text = Buffer.from(bytes.subarray(start, end));
    const value = JSON.parse(text.toString("utf8")) as readonly unknown[];
    this.#known.add({ bytes: text, value });
    return { start, end, value };
  }
}
