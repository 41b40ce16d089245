import { parseJson } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";

const headAt = 8;
const maxHeadLength = 5_000_000;

/** Magic, length of the head, head as JSON, body. */
export function encodeFrame(magic: string, head: unknown, body: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(headAt);
  start.write(magic, "latin1");
  start.writeUInt32LE(json.length, magic.length);
  return Buffer.concat([start, json, body]);
}

export function decodeFrame(magic: string, frame: Uint8Array): { readonly head: unknown; readonly body: Uint8Array } {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  if (bytes.length < headAt || bytes.toString("latin1", 0, magic.length) !== magic) {
    throw invalidFrame("a snapshot of this version", `${bytes.length} other bytes`);
  }
  const bodyAt = headAt + bytes.readUInt32LE(magic.length);
  if (bodyAt > Math.min(bytes.length, maxHeadLength))
    throw invalidFrame("a complete snapshot", `${bytes.length} bytes`);
  return { head: parseJson(bytes.toString("utf8", headAt, bodyAt)), body: bytes.subarray(bodyAt) };
}

export function invalidFrame(expected: string, received: string): CodeError {
  return new CodeError("invalid_program_snapshot", { expected, received });
}
