import type { ContentBlock } from "@toolcrib/core";
import { writeExactly } from "@toolcrib/shared/json";
import type { StreamEncoder } from "../../../../../contracts/client-dialect.ts";
import type { AnswerEvent, ApiErrorBody, BlockDelta, Usage } from "../../../../../contracts/inner-form.ts";
import { BlockBuilder } from "../../../../../inner-form/block-builder.ts";
import { encodeOpenAiError } from "../../../shared/error-envelope.ts";
import { ownEvent, ownFieldsOf, textIn } from "../../wire/own-fields.ts";
import { reasoningDetail } from "../../wire/reasoning-details.ts";
import type { ChatAnswerContext } from "./answer-context.ts";
import { CallDeltas } from "./call-deltas.ts";
import { completionId } from "./encode-answer.ts";
import { finishReason, refusalText } from "./finish-reason.ts";
import { encodeUsage } from "./usage.ts";

type Fields = Readonly<Record<string, unknown>>;

const ping = ": ping\n\n";

/** Writes the chunks of one answer. */
export class ChatStreamEncoder implements StreamEncoder {
  readonly #options: ChatAnswerContext;
  readonly #created: number;
  readonly #calls: CallDeltas;
  #id = "";
  #model = "";
  #usage: Partial<Usage> = {};
  #ending: Fields = {};
  /** What an upstream of this dialect sent in addition to the inner form. */
  #own: Fields = {};
  #finish: unknown;
  /** The thoughts, by the index of their block, and their fields. */
  readonly #thoughts = new Map<number, BlockBuilder>();
  readonly #thoughtFields = new Map<number, string | undefined>();

  constructor(options: ChatAnswerContext, now: number) {
    this.#options = options;
    this.#created = Math.floor(now / 1_000);
    this.#calls = new CallDeltas(options.customTools);
  }

  encode(event: AnswerEvent): string {
    switch (event.type) {
      case "message_start":
        this.#own = ownFieldsOf(event.message);
        this.#id = textIn(this.#own, "id") ?? completionId(event.message.id);
        this.#model = event.message.model;
        this.#usage = event.message.usage;
        return this.#delta({ role: "assistant", content: "", refusal: null });
      case "content_block_start":
        return this.#start(event.index, event.content_block as unknown as Fields);
      case "content_block_delta":
        return this.#continue(event.index, event.delta);
      case "content_block_stop":
        return this.#callDelta(this.#calls.end(event.index)) + this.#endThought(event.index);
      case "message_delta":
        this.#usage = { ...this.#usage, ...event.usage };
        this.#ending = { ...this.#ending, ...event.delta };
        this.#finish = ownFieldsOf(event)["finish_reason"];
        return "";
      case "message_stop":
        return this.#end();
      case "error":
        return data(encodeOpenAiError({ type: "error", error: event.error }));
      default:
        return this.#rest(event as { readonly type: string; readonly chunk?: Fields });
    }
  }

  ping(): string {
    return ping;
  }

  error(body: ApiErrorBody, requestId: string): string {
    return data(encodeOpenAiError(body, requestId));
  }

  #endThought(index: number): string {
    const block = this.#thoughts.get(index)?.build();
    const detail = block === undefined ? undefined : reasoningDetail(block, index);
    return detail === undefined ? "" : this.#delta({ reasoning_details: [detail] });
  }

  #start(index: number, block: Fields): string {
    if (block["type"] === "tool_use") return this.#callDelta(this.#calls.start(index, block));
    if (block["type"] === "text") return this.#textDelta("content", block["text"]);
    if (block["type"] !== "thinking" && block["type"] !== "redacted_thinking") return "";
    this.#thoughts.set(index, new BlockBuilder(block as unknown as ContentBlock));
    if (block["type"] !== "thinking") return "";
    const own = ownFieldsOf(block);
    this.#thoughtFields.set(index, "field" in own ? textIn(own, "field") : "reasoning_content");
    return this.#thoughtDelta(index, block["thinking"]);
  }

  #continue(index: number, delta: BlockDelta): string {
    this.#thoughts.get(index)?.add(delta);
    if (delta["type"] === "text_delta") return this.#textDelta("content", delta["text"]);
    if (delta["type"] === "thinking_delta") return this.#thoughtDelta(index, delta["thinking"]);
    return delta["type"] === "input_json_delta" ? this.#callDelta(this.#calls.add(index, delta["partial_json"])) : "";
  }

  #end(): string {
    const refusal = refusalText(this.#ending);
    const usage = this.#options.includesUsage
      ? data(this.#chunk({ choices: [], usage: encodeUsage(this.#usage) }))
      : "";
    const finish = finishReason(this.#ending, this.#finish);
    return `${refusal === null ? "" : this.#delta({ refusal })}${this.#delta({}, finish)}${usage}data: [DONE]\n\n`;
  }

  /** A chunk of an upstream of this dialect that has no counterpart in the inner form. */
  #rest({ type, chunk }: { readonly type: string; readonly chunk?: Fields }): string {
    if (type !== ownEvent || chunk === undefined) return "";
    return data(this.#chunk({ ...chunk, ...(this.#options.includesUsage && { usage: null }) }));
  }

  #thoughtDelta(index: number, thought: unknown): string {
    const field = this.#thoughtFields.get(index);
    return field === undefined ? "" : this.#textDelta(field, thought);
  }

  #textDelta(field: string, text: unknown): string {
    return typeof text === "string" && text !== "" ? this.#delta({ [field]: text }) : "";
  }

  #callDelta(call: object | undefined): string {
    return call === undefined ? "" : this.#delta({ tool_calls: [call] });
  }

  #delta(delta: object, finish_reason: string | null = null): string {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
    return data(this.#chunk({ choices, ...(this.#options.includesUsage && { usage: null }) }));
  }

  #chunk(fields: object): object {
    const created = this.#own["created"] ?? this.#created;
    const envelope = this.#own["envelope"] as Fields | undefined;
    return { id: this.#id, object: "chat.completion.chunk", created, model: this.#model, ...envelope, ...fields };
  }
}

function data(value: object): string {
  return `data: ${writeExactly(value)}\n\n`;
}
