import type { RawResponse } from "../../../contracts/upstream.ts";
import { renameModel } from "../../shared/rename/rename-model.ts";

/** The start of a stream is held back until it names the model, up to this many bytes. */
const maxHeldBytes = 65_536;
const lineFeed = 0x0a;

/** The model's name is in the stream's first event, `message_start`; only pings may come before it. */
export async function* renameStream(body: RawResponse["body"], model: string): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let isRenamed = false;
  for await (const chunk of body) {
    if (isRenamed) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (!chunk.includes(lineFeed) && heldBytes <= maxHeldBytes) continue;
    const beginning = Buffer.concat(held);
    const start = beginning.indexOf('"message_start"');
    if (start === -1 ? isBetweenEvents(beginning) : beginning.includes(lineFeed, start)) {
      isRenamed = start !== -1;
      yield* isRenamed ? renameModel([beginning], model, 2) : [beginning];
      held = [];
      heldBytes = 0;
    } else if (heldBytes > maxHeldBytes) {
      isRenamed = true;
      yield beginning;
      held = [];
    }
  }
  yield* held;
}

function isBetweenEvents(bytes: Buffer): boolean {
  return /(?:\n\n|\r\n\r\n|\r\r)$/.test(bytes.subarray(-4).toString("latin1"));
}
