import type { ParsedPart } from "./body-parser.ts";
import { ByteMemo } from "./byte-memo.ts";
import { endOfValue, nextArrayOfKey, topLevelArray } from "./json-spans.ts";

interface KnownTools {
  /** The text of the whole array. */
  readonly bytes: Buffer;
  readonly value: readonly unknown[];
  readonly valueCount: number;
}

/** A tools array, and the text around it. */
export interface FoundTools {
  readonly before: readonly Buffer[];
  readonly after: readonly Buffer[];
  readonly value: readonly unknown[];
  /** The number of JSON values in it, itself included. */
  readonly valueCount: number;
}

const key = Buffer.from('"tools"');
const maxCandidates = 16;

/** Recognises `tools` arrays by their bytes: the same array is sent with every turn of a conversation. */
export class ToolsMemo {
  readonly #known = new ByteMemo<KnownTools>({ entries: 64, bytes: 256 * 1_024 * 1_024 });

  /** Finds a known array in this text, at any depth. A key that is split between two chunks is missed. */
  find(pieces: readonly Buffer[]): FoundTools | undefined {
    let candidates = 0;
    for (let index = 0; index < pieces.length; index++) {
      const piece = pieces[index] as Buffer;
      for (let start = nextArrayOfKey(piece, key, 0); start !== -1; start = nextArrayOfKey(piece, key, start)) {
        for (const known of this.#known.values()) {
          const after = behind(known.bytes, pieces, index, start);
          if (after === undefined) continue;
          this.#known.use(known);
          return {
            before: [...pieces.slice(0, index), piece.subarray(0, start)],
            after,
            value: known.value,
            valueCount: known.valueCount,
          };
        }
        if (++candidates === maxCandidates) return undefined;
      }
    }
    return undefined;
  }

  /** Parses and remembers the array at the top level of the text. Throws what `parse` throws. */
  learn(bytes: Buffer, parse: (part: Buffer) => ParsedPart): FoundTools | undefined {
    if (bytes.indexOf(key) === -1) return undefined;
    const start = topLevelArray(bytes, key);
    if (start === undefined) return undefined;
    const end = endOfValue(bytes, start);
    // A copy, so that the rest of the request's bytes can be freed.
    const text = Buffer.from(bytes.subarray(start, end));
    const part = parse(text);
    const known = { bytes: text, value: part.value as readonly unknown[], valueCount: part.values };
    this.#known.add(known);
    return { before: [bytes.subarray(0, start)], after: [bytes.subarray(end)], ...known };
  }
}

/** What follows a known text that starts at this position of this chunk; undefined if another text is there. */
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
