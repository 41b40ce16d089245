import type { RawResponse } from "../../../contracts/upstream.ts";
import { renameModel } from "./rename-model.ts";

/** The longest line that is held back: the last event of the Responses API repeats the whole answer. */
const maxLineBytes = 4_194_304;
const lineFeed = 0x0a;

/** Which lines of a stream name the model, and how deep in their JSON. */
export interface NamingLines {
  readonly depth: 1 | 2;
  readonly hasModel?: ((line: Buffer) => boolean) | undefined;
}

/** Replaces the model's name in a stream whose events are one line each. */
export async function* renameLines(
  body: RawResponse["body"],
  model: string,
  naming: NamingLines,
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    held.push(piece);
    length += piece.length;
    // A line that is too long to wait for stays as it is.
    if (length <= maxLineBytes && !piece.includes(lineFeed)) continue;
    const bytes = Buffer.concat(held);
    const end = length > maxLineBytes ? length : bytes.lastIndexOf(lineFeed) + 1;
    held.splice(0, held.length, bytes.subarray(end));
    length -= end;
    yield* renamedLines(bytes.subarray(0, end), model, naming);
  }
  if (length > 0) yield* renamedLines(Buffer.concat(held), model, naming);
}

function* renamedLines(bytes: Buffer, model: string, { depth, hasModel }: NamingLines): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    if (hasModel === undefined || hasModel(line)) yield* renameModel([line], model, depth);
    else yield line;
    start = end;
  }
}
