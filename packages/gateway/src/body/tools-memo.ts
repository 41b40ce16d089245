import { ByteMemo } from "./byte-memo.ts";
import { endOfValue, nextArrayOfKey, topLevelArray } from "./json-spans.ts";

interface KnownTools {
  /** The text of the whole array. */
  readonly bytes: Buffer;
  readonly value: readonly unknown[];
}

/** An array of tools, and the text around it. */
export interface FoundTools {
  readonly before: readonly Buffer[];
  readonly after: readonly Buffer[];
  readonly value: readonly unknown[];
}

const key = Buffer.from('"tools"');
const maxCandidates = 16;

/** Knows `tools` arrays by their bytes: the same ones come with every turn of a conversation. */
export class ToolsMemo {
  readonly #known = new ByteMemo<KnownTools>({ entries: 64, bytes: 64 * 1_024 * 1_024 });

  /** An array that is known and stands in this text, at whatever depth. A key that is cut between two pieces is not seen. */
  find(pieces: readonly Buffer[]): FoundTools | undefined {
    let candidates = 0;
    for (let index = 0; index < pieces.length; index++) {
      const piece = pieces[index] as Buffer;
      for (let start = nextArrayOfKey(piece, key, 0); start !== -1; start = nextArrayOfKey(piece, key, start)) {
        for (const known of this.#known.values()) {
          const after = behind(known.bytes, pieces, index, start);
          if (after === undefined) continue;
          this.#known.use(known);
          return { before: [...pieces.slice(0, index), piece.subarray(0, start)], after, value: known.value };
        }
        if (++candidates === maxCandidates) return undefined;
      }
    }
    return undefined;
  }

  /** Reads the array that the text has at its top level, and remembers it. Throws where it is not valid JSON. */
  learn(bytes: Buffer): FoundTools | undefined {
    if (bytes.indexOf(key) === -1) return undefined;
    const start = topLevelArray(bytes, key);
    if (start === undefined) return undefined;
    const end = endOfValue(bytes, start);
    // A copy: the rest of the request's bytes need not stay in memory for it.
    const text = Buffer.from(bytes.subarray(start, end));
    const value = JSON.parse(text.toString("utf8")) as readonly unknown[];
    this.#known.add({ bytes: text, value });
    return { before: [bytes.subarray(0, start)], after: [bytes.subarray(end)], value };
  }
}

/** What stands behind a known text that begins at this place of this piece; undefined where another text stands there. */
function behind(known: Buffer, pieces: readonly Buffer[], first: number, start: number): Buffer[] | undefined {
  let from = start;
  let compared = 0;
  for (let index = first; index < pieces.length; index++) {
    const piece = pieces[index] as Buffer;
    const end = Math.min(piece.length, from + known.length - compared);
    if (piece.compare(known, compared, compared + end - from, from, end) !== 0) return undefined;
    compared += end - from;
    if (compared === known.length) return [piece.subarray(end), ...pieces.slice(index + 1)];
    from = 0;
  }
  return undefined;
}
