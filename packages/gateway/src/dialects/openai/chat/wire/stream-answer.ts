import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@toolcrib/shared/json";
import type { AnswerEvent, BlockDelta, Usage } from "../../../../contracts/inner-form.ts";
import { brokenStream } from "../../../../errors/broken-stream.ts";
import { ownField } from "../../../../inner-form/own-field.ts";
import { BlockWriter } from "../../../shared/blocks/block-writer.ts";
import { startedMessage, toMessageId } from "../../../shared/stream/started-message.ts";
import { unknownUsage } from "../../../shared/token-count.ts";
import { textOf } from "../../shared/loose-values.ts";
import type { AnswerContext } from "./answer-context.ts";
import { addDetails, signReasoning } from "./kept-reasoning.ts";
import { choiceRest, envelopeRest, isEmpty, messageRest, ownEvent } from "./own-fields.ts";
import { readCalls } from "./read-call.ts";
import { type ChatChunk, readChunks } from "./read-chunks.ts";
import { type ContentPiece, readContent } from "./read-content.ts";
import { toStop } from "./stop-reason.ts";
import { StreamedCalls } from "./streamed-calls.ts";
import { readUsage } from "./usage.ts";
import { firstChoice, ownThought, withOwnUsage } from "./whole-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A streamed answer as events of the inner form, one block after another. */
export async function* toAnswerEvents(
  bytes: AsyncIterable<Uint8Array>,
  context: AnswerContext,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const reader = new StreamReader(context);
  const chunks = readChunks(bytes);
  let isDone = false;
  try {
    for (;;) {
      const next = await readNext(chunks, reader);
      if (next.done === true) {
        isDone = next.value;
        break;
      }
      yield* reader.read(next.value);
    }
  } finally {
    await chunks.return(false);
  }
  if (!isDone && !reader.hasStopped) throw brokenStream("it ended before a finish_reason");
  if (!reader.hasSaidAnything) throw brokenStream("it has no choices");
  yield* reader.end();
}

/** A connection that breaks after the end of the answer costs no more than its usage. */
async function readNext(
  chunks: AsyncGenerator<ChatChunk, boolean, undefined>,
  reader: StreamReader,
): Promise<IteratorResult<ChatChunk, boolean>> {
  try {
    return await chunks.next();
  } catch (error) {
    if (!reader.hasStopped) throw error;
    return { done: true, value: true };
  }
}

/** Reads one stream; what is open is its state. */
class StreamReader {
  readonly #context: AnswerContext;
  readonly #writer = new BlockWriter();
  readonly #calls: StreamedCalls;
  readonly #details: Fields[] = [];
  #thoughtField: ContentPiece["field"] = "reasoning_content";
  #open: { readonly id: string; readonly isThought: boolean } | undefined;
  #opened = 0;
  #hasStarted = false;
  #refusal = "";
  #finishReason: unknown;
  #sequence: unknown;
  #usage: Usage | undefined;
  #toldUsage: unknown;
  /** The fields that chunks had besides their choices. */
  #envelope: Fields = {};
  hasSaidAnything = false;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#calls = new StreamedCalls(context, this.#writer);
  }

  get hasStopped(): boolean {
    return this.#finishReason !== undefined;
  }

  *read(chunk: ChatChunk): Generator<AnswerEvent> {
    this.#usage = readUsage(chunk["usage"]) ?? groqUsage(chunk) ?? this.#usage;
    this.#toldUsage = chunk["usage"] ?? this.#toldUsage;
    const choice = firstChoice(chunk);
    if (choice === undefined) {
      if (this.#hasStarted) yield* this.#readRest(chunk, {}, {});
      return;
    }
    this.hasSaidAnything = true;
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      yield this.#messageStart(chunk);
    }
    // A few servers stream the last piece as a whole message.
    const delta = choice["delta"] ?? choice["message"];
    if (isRecord(delta)) yield* this.#readDelta(delta);
    yield* this.#readRest(chunk, choice, isRecord(delta) ? delta : {});
    this.#finishReason = choice["finish_reason"] ?? this.#finishReason;
    this.#sequence = choice["stop_reason"] ?? this.#sequence;
  }

  *end(): Generator<AnswerEvent> {
    yield* this.#close();
    yield* this.#calls.end();
    yield* this.#writer.endAll();
    const stop = toStop({
      reason: this.#finishReason,
      sequence: this.#sequence,
      hasCalls: this.#calls.count > 0,
      refusal: this.#refusal,
    });
    yield {
      type: "message_delta",
      delta: { ...stop },
      usage: withOwnUsage(this.#usage ?? unknownUsage, this.#toldUsage, this.#context),
      ...(this.#context.isOwn === true && { [ownField]: { finish_reason: this.#finishReason } }),
    };
    yield { type: "message_stop" };
  }

  *#readDelta(piece: Fields): Generator<AnswerEvent> {
    const content = readContent(piece);
    this.#refusal += content.refusal;
    if (content.thought !== "" || content.details.length > 0) {
      if (content.thought !== "") this.#thoughtField = content.field;
      addDetails(this.#details, content.details);
      const delta =
        content.thought === "" ? undefined : ({ type: "thinking_delta", thinking: content.thought } as const);
      yield* this.#write(
        true,
        { type: "thinking", thinking: "", signature: "", ...ownThought(content, this.#context) },
        delta,
      );
    }
    if (content.text !== "") {
      yield* this.#write(false, { type: "text", text: "" }, { type: "text_delta", text: content.text });
    }
    const calls = readCalls(piece);
    if (calls.length > 0) yield* this.#close();
    for (const call of calls) yield* this.#calls.add(call);
  }

  /** Continues the open block of text or thought, or opens one. */
  *#write(isThought: boolean, block: Fields, delta: BlockDelta | undefined): Generator<AnswerEvent> {
    if (this.#open?.isThought !== isThought) {
      yield* this.#close();
      // No id of a call has a space in it.
      this.#open = { id: `block ${this.#opened++}`, isThought };
      yield* this.#writer.start(this.#open.id, block as never);
    }
    if (delta !== undefined && this.#open !== undefined) yield* this.#writer.delta(this.#open.id, delta);
  }

  *#close(): Generator<AnswerEvent> {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    if (open.isThought) {
      const signature = signReasoning(this.#context.upstreamName, this.#thoughtField, this.#details.splice(0));
      yield* this.#writer.delta(open.id, { type: "signature_delta", signature });
    }
    yield* this.#writer.end(open.id);
  }

  /** What of a chunk has no counterpart in the inner form, for a client of this dialect. */
  *#readRest(chunk: ChatChunk, choice: Fields, delta: Fields): Generator<AnswerEvent> {
    if (this.#context.isOwn !== true) return;
    const news = Object.entries(envelopeRest(chunk)).filter(
      ([field, value]) => !isDeepStrictEqual(value, this.#envelope[field]),
    );
    this.#envelope = { ...this.#envelope, ...Object.fromEntries(news) };
    // Fields next to a call could reveal a call that the client must not see.
    const isCall = readCalls(delta).length > 0;
    const ofChoice = isCall ? {} : choiceRest(choice);
    const ofDelta = isCall ? {} : messageRest(delta);
    const isSilent = isEmpty(ofChoice) && isEmpty(ofDelta);
    if (isSilent && news.length === 0) return;
    const choices = isSilent ? [] : [{ index: 0, delta: ofDelta, ...ofChoice }];
    yield { type: ownEvent, chunk: { ...Object.fromEntries(news), choices } } as unknown as AnswerEvent;
  }

  #messageStart(chunk: ChatChunk): AnswerEvent {
    this.#envelope = envelopeRest(chunk);
    const { id, created } = chunk;
    const own = {
      ...(typeof id === "string" && { id }),
      ...(created !== undefined && { created }),
      envelope: this.#envelope,
    };
    const message = {
      ...startedMessage(toMessageId(id, this.#context.generateId), this.#context.model ?? textOf(chunk["model"])),
      ...(this.#context.isOwn === true && { [ownField]: own }),
    };
    return { type: "message_start", message };
  }
}

/** Groq reports the usage of a stream in its own field. */
function groqUsage(chunk: ChatChunk): Usage | undefined {
  const own = chunk["x_groq"];
  return isRecord(own) ? readUsage(own["usage"]) : undefined;
}
