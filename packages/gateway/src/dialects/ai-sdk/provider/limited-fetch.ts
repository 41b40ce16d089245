import { describeJsonExcess, JsonCounter, type JsonLimits, jsonLimits } from "@toolcrib/shared/json";
import { EventScanner } from "@toolcrib/shared/sse";
import { maxEventLength } from "../../../sse/sse-decoder.ts";
import { maxAnswerBytes, maxErrorBytes, tooMuch } from "../../shared/http/read-body.ts";
import { maxStreamBytes } from "../../shared/stream/answer-decoder.ts";

type Fetch = typeof globalThis.fetch;

/** What is wrong with a body, after one more chunk. */
type CheckChunk = (chunk: Uint8Array) => string | undefined;

/** A fetch whose responses fail when they exceed the limits of upstream answers: provider packages parse what comes. */
export function limitedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const check = response.ok ? checkAnswer() : checkWhole(maxErrorBytes);
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          const problem = check(chunk);
          if (problem === undefined) controller.enqueue(chunk);
          else throw tooMuch(problem);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

/** By what an answer begins with, because packages parse what they asked for, whatever its content type is. */
function checkAnswer(): CheckChunk {
  const whole = checkWhole(maxAnswerBytes);
  let check: CheckChunk | undefined;
  return (chunk) => {
    const first = check === undefined ? chunk.find((byte) => !leadingBytes.has(byte)) : undefined;
    if (first !== undefined) check = openingBytes.has(first) ? whole : checkEvents();
    return (check ?? whole)(chunk);
  };
}

/** An object or a list in JSON. */
const openingBytes: ReadonlySet<number> = new Set(Buffer.from("{["));
/** White space and the bytes of a byte order mark. */
const leadingBytes: ReadonlySet<number> = new Set(Buffer.from(" \t\r\n\uFEFF"));

function checkWhole(maxBytes: number): CheckChunk {
  const counter = new JsonCounter();
  let length = 0;
  return (chunk) => {
    length += chunk.length;
    if (length > maxBytes) return `is longer than ${maxBytes} bytes`;
    const excess = counter.add(chunk);
    return excess && `holds ${describeJsonExcess(excess)}`;
  };
}

/** Packages take quadratic time for the calls of one event: these are about as many as an answer may have. */
const eventLimits: JsonLimits = { ...jsonLimits, values: 100_000 };

function checkEvents(): CheckChunk {
  const scanner = new EventScanner(eventLimits);
  let length = 0;
  let eventLength = 0;
  return (chunk) => {
    length += chunk.length;
    if (length > maxStreamBytes) return `is longer than ${maxStreamBytes} bytes`;
    let end = 0;
    for (let next: number | undefined = 0; next !== undefined; next = scanner.nextEnd(chunk, end)) {
      if (next > 0) eventLength = 0;
      end = next;
    }
    eventLength += chunk.length - end;
    if (eventLength > maxEventLength) return `has an event longer than ${maxEventLength} bytes`;
    return scanner.excess && `has an event with ${scanner.excess}`;
  };
}
