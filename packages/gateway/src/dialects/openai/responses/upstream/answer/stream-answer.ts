import { isRecord } from "@toolcrib/shared/json";
import type { AnswerEvent } from "../../../../../contracts/inner-form.ts";
import { brokenStream } from "../../../../../errors/broken-stream.ts";
import { startedMessage, toMessageId } from "../../../../shared/stream/started-message.ts";
import { listOf } from "../../../shared/loose-values.ts";
import { errorOfEvent } from "../../../shared/read-error.ts";
import { type Fields, withOriginal } from "../../wire/original.ts";
import type { AnswerContext } from "./answer-context.ts";
import { factsOf, readStop } from "./read-end.ts";
import { readWireEvents, type WireEvent } from "./read-events.ts";
import { isCall, refusalOf } from "./read-item.ts";
import { readUsage } from "./read-usage.ts";
import { StreamedItems } from "./streamed-items.ts";

/** The events of a streamed response in the inner form. A stream that fails or breaks off ends with an `UpstreamError`. */
export async function* streamAnswer(
  bytes: AsyncIterable<Uint8Array>,
  context: AnswerContext,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const reader = new StreamReader(context);
  for await (const event of readWireEvents(bytes)) {
    yield* reader.read(event);
    if (reader.isComplete) return;
  }
  throw brokenStream("it ended before response.completed");
}

/** Reads one stream. */
class StreamReader {
  readonly #context: AnswerContext;
  readonly #items: StreamedItems;
  #hasBegun = false;
  /** The response as it was created. */
  #response: unknown;
  #hasCalls = false;
  #refusal: string | undefined;
  isComplete = false;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#items = new StreamedItems(context);
  }

  read(event: WireEvent): readonly AnswerEvent[] {
    switch (event.type) {
      case "error":
      case "response.failed":
        throw errorOfEvent(event);
      case "response.created":
        // The answer does not begin yet: many failures are reported only after this event, and can still be retried.
        this.#response = event["response"];
        return [];
      case "response.in_progress":
      case "response.queued":
      case "ping":
      case "keepalive":
        return [];
      case "response.completed":
      case "response.incomplete":
        return this.#end(event);
      default:
        this.#note(event);
        return [...this.#begin(), ...this.#items.read(event)];
    }
  }

  #note({ type, item }: WireEvent): void {
    if (type !== "response.output_item.done" || !isRecord(item)) return;
    this.#hasCalls ||= isCall(item);
    this.#refusal ??= refusalOf(item);
  }

  #begin(response: unknown = this.#response): readonly AnswerEvent[] {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    const { model, generateId, keepsOriginals } = this.#context;
    const message = startedMessage(toMessageId(isRecord(response) ? response["id"] : undefined, generateId), model);
    return [{ type: "message_start", message: keepsOriginals ? withOriginal(message, { whole: response }) : message }];
  }

  #end(event: WireEvent): readonly AnswerEvent[] {
    const response: Fields = isRecord(event["response"]) ? event["response"] : {};
    const output = listOf(response["output"]);
    const events = [...this.#begin(this.#response ?? response), ...this.#items.end(output)];
    const facts = factsOf(output);
    const delta = readStop(
      { ...response, status: response["status"] ?? event.type.slice("response.".length) },
      { hasCalls: this.#hasCalls || facts.hasCalls, refusal: facts.refusal ?? this.#refusal },
    );
    this.isComplete = true;
    return [
      ...events,
      {
        type: "message_delta",
        delta: this.#context.keepsOriginals ? withOriginal(delta, { whole: response }) : delta,
        usage: readUsage(response["usage"]),
      },
      { type: "message_stop" },
    ];
  }
}
