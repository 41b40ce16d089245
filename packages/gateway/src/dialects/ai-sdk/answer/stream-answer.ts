import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { AnswerEvent } from "../../../contracts/inner-form.ts";
import { BlockWriter } from "../../shared/blocks/block-writer.ts";
import { startedMessage, toMessageId } from "../../shared/stream/started-message.ts";
import { toUpstreamError } from "../provider/provider-error.ts";
import { signThought } from "../provider/thinking-signature.ts";
import type { AnswerContext } from "./answer-context.ts";
import { toStop } from "./stop-reason.ts";
import { toUsage } from "./usage.ts";

/** Converts the parts of a provider's stream to Messages API events, in order. */
export async function* toAnswerEvents(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  context: AnswerContext,
): AsyncGenerator<AnswerEvent> {
  const translator = new StreamTranslator(context);
  for await (const part of parts) {
    for (const event of translator.translate(part)) yield event;
    if (translator.isFinished) return;
  }
  throw toUpstreamError(new Error("The upstream ended its stream before the answer was complete."));
}

/** Converts one stream; its state is the open blocks. */
class StreamTranslator {
  readonly #context: AnswerContext;
  readonly #writer = new BlockWriter();
  #thought: SharedV4ProviderMetadata | undefined;
  #hasStarted = false;
  #hasCalls = false;
  #providerId: string | undefined;
  isFinished = false;

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  translate(part: LanguageModelV4StreamPart): AnswerEvent[] {
    if (part.type === "response-metadata") this.#providerId = part.id;
    if (part.type === "error") throw toUpstreamError(part.error);
    const events = this.#eventsOf(part);
    if (events === undefined) return [];
    if (this.#hasStarted) return events;
    this.#hasStarted = true;
    return [this.#messageStart(), ...events];
  }

  /** The events for a part; undefined for parts that clients do not see. */
  #eventsOf(part: LanguageModelV4StreamPart): AnswerEvent[] | undefined {
    const writer = this.#writer;
    switch (part.type) {
      case "text-start":
        return writer.start(part.id, { type: "text", text: "" } as never);
      case "text-delta":
        return part.delta === "" ? [] : writer.delta(part.id, { type: "text_delta", text: part.delta });
      case "reasoning-start":
        this.#thought = part.providerMetadata;
        return writer.start(part.id, { type: "thinking", thinking: "", signature: "" } as never);
      case "reasoning-delta":
        this.#thought = { ...this.#thought, ...part.providerMetadata };
        return part.delta === "" ? [] : writer.delta(part.id, { type: "thinking_delta", thinking: part.delta });
      case "reasoning-end":
        return [...this.#sign(part.id, part.providerMetadata), ...writer.end(part.id)];
      case "text-end":
        return writer.end(part.id);
      case "tool-input-end":
        return writer.end(this.#keyOf(part.id));
      case "tool-input-start":
        return part.providerExecuted === true
          ? undefined
          : this.#startCall(part.id, part.toolName, part.providerMetadata);
      case "tool-input-delta":
        return writer.delta(this.#keyOf(part.id), { type: "input_json_delta", partial_json: part.delta });
      case "tool-call":
        return part.providerExecuted === true ? undefined : this.#wholeCall(part);
      case "finish":
        return this.#finish(part);
      default:
        return undefined;
    }
  }

  /**
   * Calls that have started but are not complete, by the provider's id: several if it gives parallel calls the same id.
   */
  readonly #begun = new Map<string, string[]>();

  /** The block that a further part of a call belongs to: of several with the same id, the one started last. */
  #keyOf(providerId: string): string {
    return this.#begun.get(providerId)?.at(-1) ?? providerId;
  }

  #startCall(id: string, toolName: string, metadata: SharedV4ProviderMetadata | undefined): AnswerEvent[] {
    this.#hasCalls = true;
    const clientId = this.#context.callIds.take({ id, metadata });
    this.#begun.set(id, [...(this.#begun.get(id) ?? []), clientId]);
    const name = this.#context.names.toClient(toolName);
    return this.#writer.start(clientId, { type: "tool_use", id: clientId, name, input: {} } as never);
  }

  /** Closes a call that was streamed; writes a call that arrives in one piece as a whole. */
  #wholeCall(part: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>): AnswerEvent[] {
    const id = part.toolCallId;
    const begun = this.#begun.get(id)?.shift();
    if (begun !== undefined) return this.#writer.end(begun);
    const events = [
      ...this.#startCall(id, part.toolName, part.providerMetadata),
      ...this.#writer.delta(this.#keyOf(id), { type: "input_json_delta", partial_json: part.input }),
      ...this.#writer.end(this.#keyOf(id)),
    ];
    this.#begun.get(id)?.pop();
    return events;
  }

  #sign(id: string, metadata: SharedV4ProviderMetadata | undefined): AnswerEvent[] {
    if (!this.#writer.has(id)) return [];
    const signature = signThought(this.#context.upstreamName, { ...this.#thought, ...metadata });
    return this.#writer.delta(id, { type: "signature_delta", signature });
  }

  #finish(part: Extract<LanguageModelV4StreamPart, { type: "finish" }>): AnswerEvent[] {
    if (part.finishReason.unified === "error") {
      throw toUpstreamError(new Error("The upstream ended its answer with an error."));
    }
    this.isFinished = true;
    return [
      ...this.#writer.endAll(),
      {
        type: "message_delta",
        delta: { ...toStop(part.finishReason, this.#hasCalls, part.providerMetadata) },
        usage: toUsage(part.usage),
      },
      { type: "message_stop" },
    ];
  }

  #messageStart(): AnswerEvent {
    const { model, generateId } = this.#context;
    return { type: "message_start", message: startedMessage(toMessageId(this.#providerId, generateId), model) };
  }
}
