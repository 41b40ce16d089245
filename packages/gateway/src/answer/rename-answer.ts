import type { RawResponse } from "../contracts/upstream.ts";
import { renameModel } from "./rename-model.ts";

/** The start of a stream is held back until it names the model, up to this many bytes. */
const maxHeldBytes = 65_536;
/** The longest line that is held back: the last event of the Responses API repeats the whole answer. */
const maxLineBytes = 4_194_304;
const ofResponse = /"response": ?\{/;
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
    return { ...response, headers, body: renamedEvents(response.body, model, dialect) };
  }
  if (type.startsWith("application/json")) return { ...response, headers, body: renamedWhole(response.body, model) };
  return response;
}

async function* renamedWhole(body: RawResponse["body"], model: string): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  yield* renameModel([Buffer.concat(chunks)], model);
}

function renamedEvents(body: RawResponse["body"], model: string, dialect: string): AsyncGenerator<Uint8Array> {
  if (dialect === "openai-chat") return renamedChunks(body, model, 1);
  return dialect === "openai-responses" ? renamedChunks(body, model, 2) : renamedStream(body, model);
}

/** Every chunk of Chat Completions names the model, on one line; so does every response in an event of the Responses API. */
async function* renamedChunks(body: RawResponse["body"], model: string, depth: 1 | 2): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    const bytes = Buffer.concat([held, piece]);
    // A line that is too long to wait for stays as it is.
    const end = bytes.length > maxLineBytes ? bytes.length : bytes.lastIndexOf(lineFeed) + 1;
    held = bytes.subarray(end);
    if (end > 0) yield* renamedLines(bytes.subarray(0, end), model, depth);
  }
  if (held.length > 0) yield* renamedLines(held, model, depth);
}

function* renamedLines(bytes: Buffer, model: string, depth: 1 | 2): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    // At this depth only a response has the model that was asked for.
    if (depth === 1 || ofResponse.test(line.subarray(0, maxHeldBytes).toString("latin1")))
      yield* renameModel([line], model, depth);
    else yield line;
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
