import type { RawResponse } from "../contracts/upstream.ts";
import { renameModel } from "./rename-model.ts";

/** The start of a stream is held back until it names the model, up to this many bytes. */
const maxHeldBytes = 65_536;
const lineFeed = 0x0a;

/**
 * Restores the model name that the client asked for in the answer of a route that renames the model. All other bytes stay the same.
 */
export function renameAnswer(response: RawResponse, model: string, dialect: string): RawResponse {
  const type = response.headers["content-type"] ?? "";
  const isReadable = (response.headers["content-encoding"] ?? "identity") === "identity";
  if (response.status !== 200 || !isReadable) return response;
  const { "content-length": _length, ...headers } = response.headers;
  if (type.startsWith("text/event-stream")) {
    const renamed = dialect === "openai-chat" ? renamedChunks : renamedStream;
    return { ...response, headers, body: renamed(response.body, model) };
  }
  if (type.startsWith("application/json")) return { ...response, headers, body: renamedWhole(response.body, model) };
  return response;
}

async function* renamedWhole(body: RawResponse["body"], model: string): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  yield* renameModel([Buffer.concat(chunks)], model);
}

/** Every chunk of Chat Completions names the model, on one line. */
async function* renamedChunks(body: RawResponse["body"], model: string): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    const bytes = Buffer.concat([held, piece]);
    // A line that is too long to wait for stays as it is.
    const end = bytes.length > maxHeldBytes ? bytes.length : bytes.lastIndexOf(lineFeed) + 1;
    held = bytes.subarray(end);
    if (end > 0) yield* renamedLines(bytes.subarray(0, end), model);
  }
  if (held.length > 0) yield* renamedLines(held, model);
}

function* renamedLines(bytes: Buffer, model: string): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    yield* renameModel([bytes.subarray(start, end)], model);
    start = end;
  }
}

/** The model name is in the stream's first event, `message_start`; only pings may come before it. */
async function* renamedStream(body: RawResponse["body"], model: string): AsyncGenerator<Uint8Array> {
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
