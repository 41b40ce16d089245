import { setImmediate as nextTurn } from "node:timers/promises";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { ArgumentLimit } from "./argument-limit.ts";

/** After this many events of one answer, other requests run: an upstream may send any number of them at once. */
const eventsPerTurn = 256;
/** So many characters take about as long as one event. */
const charactersPerEvent = 1_000;

/** More blocks than any answer has. What reads an answer keeps all of them, and writes them once more at its end. */
const maxBlocks = 10_000;

/**
 * The events of an answer, within the limits for its blocks and for the arguments of its calls. Others get their turn between large
 * parts.
 */
export async function* pacedEvents(
  events: AsyncIterable<AnswerEvent> | Iterable<AnswerEvent>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const limit = new ArgumentLimit();
  let due = 0;
  let blocks = 0;
  /** What came since a block ended: the end of one has it read again. */
  let unread = 0;
  for await (const event of events) {
    const size = 1 + textIn(event, limit).length / charactersPerEvent;
    unread += size;
    due += size;
    if (event.type === "content_block_start" && ++blocks > maxBlocks) throw tooManyBlocks();
    if (event.type === "content_block_stop") {
      limit.end(event.index);
      due += unread;
      unread = 0;
    }
    yield event;
    if (due < eventsPerTurn) continue;
    due = 0;
    await nextTurn();
  }
}

/** The text of an event; that of arguments counts towards their limit. */
function textIn(event: AnswerEvent, limit: ArgumentLimit): string {
  if (event.type === "content_block_start") return textOf(event.content_block, "text");
  if (event.type !== "content_block_delta") return "";
  if (event.delta.type !== "input_json_delta") return textOf(event.delta, "text") || textOf(event.delta, "thinking");
  const piece = textOf(event.delta, "partial_json");
  limit.add(event.index, piece);
  return piece;
}

function textOf(value: object, field: string): string {
  const text = (value as Readonly<Record<string, unknown>>)[field];
  return typeof text === "string" ? text : "";
}

function tooManyBlocks(): UpstreamError {
  const message = `The upstream's answer has more than ${maxBlocks} blocks.`;
  return new UpstreamError(502, { type: "api_error", message }, { isRetryable: false });
}
