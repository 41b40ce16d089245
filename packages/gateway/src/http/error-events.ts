import type { Redactor } from "@toolcrib/core/redaction";
import { isRecord, parseJson } from "@toolcrib/shared/json";

const maxHeldBytes = 65_536;
const eventEnds = ["\n\n", "\n\r\n", "\r\r"];
const maxEndLength = 3;
const errorMarks = ["event: error", "event:error", '"error"'];
const errorTypes = ["error", "response.failed"];
const colon = 0x3a;
const nothing = Buffer.alloc(0);

/**
 * Removes secrets from the `error` events of a stream; other bytes do not change. Each event is held back until it is complete, which
 * delays nobody, because a client cannot use part of an event. Events above the size limit are forwarded in parts.
 */
export class ErrorEvents {
  readonly #redactor: Redactor;
  /** The beginning of an event. */
  #held: Buffer = nothing;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The bytes that may be forwarded now. */
  push(chunk: Uint8Array): Uint8Array {
    const given = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = this.#held.length === 0 ? given : Buffer.concat([this.#held, given]);
    const end = endOfEvents(bytes, this.#held.length);
    this.#held = bytes.length - end > maxHeldBytes ? nothing : bytes.subarray(end);
    return this.#shown(bytes.subarray(0, bytes.length - this.#held.length));
  }

  /** The bytes still held back at the end. */
  end(): Uint8Array | undefined {
    const held = this.#held;
    this.#held = nothing;
    return held.length === 0 ? undefined : this.#shown(held);
  }

  #shown(bytes: Buffer): Uint8Array {
    if (!errorMarks.some((mark) => bytes.includes(mark))) return bytes;
    // One character per byte, so that bytes that are not text survive.
    const events = bytes.toString("latin1").split(/(?<=\n\n|\n\r\n|\r\r)/);
    const shown = events.map((event) => (isError(event) ? this.#redactor.text(event) : event));
    return Buffer.from(shown.join(""), "latin1");
  }
}

/** The position behind the last complete event; what was held contains none. A comment is complete at the end of its line. */
function endOfEvents(bytes: Buffer, heldLength: number): number {
  const from = Math.max(0, heldLength - maxEndLength);
  const unseen = bytes.subarray(from);
  const ends = eventEnds.map((mark) => {
    const start = unseen.lastIndexOf(mark);
    return start === -1 ? 0 : from + start + mark.length;
  });
  let end = Math.max(...ends);
  for (let lineEnd = 0; bytes[end] === colon && lineEnd !== -1; ) {
    lineEnd = bytes.indexOf("\n", end);
    end = Math.max(end, lineEnd + 1);
  }
  return end;
}

function isError(event: string): boolean {
  if (/^event: ?error\s*$/m.test(event)) return true;
  const data = [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join("\n");
  const value = parseJson(data);
  // A part of an event may be part of an error.
  if (!isRecord(value)) return event.includes('"error"');
  return errorTypes.includes(String(value["type"])) || (value["type"] === undefined && value["error"] !== undefined);
}
