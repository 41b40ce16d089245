import { isRecord } from "@toolcrib/shared/json";
import type { AnswerEvent, BlockDelta } from "../../../../../contracts/inner-form.ts";
import { foreignType } from "../../../../../inner-form/foreign-type.ts";
import { BlockWriter } from "../../../../shared/blocks/block-writer.ts";
import { textOf } from "../../../shared/loose-values.ts";
import { signThought } from "../../wire/kept-thought.ts";
import { type Fields, type Original, withOriginal } from "../../wire/original.ts";
import type { AnswerContext } from "./answer-context.ts";
import type { WireEvent } from "./read-events.ts";
import { isCall, isRefusalPart, noted, partsOf, startOfCall, textOfPart } from "./read-item.ts";

/** An item while it is streamed. */
interface StreamedItem {
  readonly item: Fields;
  /** The blocks begun so far: one for each part of a message, else one. */
  readonly keys: string[];
  /** What these blocks were made from. */
  readonly originals: Original[];
  /** Whether anything of its content has come. */
  hasContent: boolean;
  summaryIndex: unknown;
}

const refusalDelta = "response.refusal.delta";
const textDeltas: ReadonlySet<string> = new Set(["response.output_text.delta", refusalDelta]);
const thoughtDeltas: ReadonlySet<string> = new Set([
  "response.reasoning_summary_text.delta",
  "response.reasoning_text.delta",
]);
const argumentDeltas: ReadonlySet<string> = new Set([
  "response.function_call_arguments.delta",
  "response.custom_tool_call_input.delta",
]);
const partEvent = /^response\.content_part\.(?:added|done)$/;
/** Says again what the deltas said. */
const repeating =
  /^response\.(?:output_text|refusal|reasoning_summary_text|reasoning_text|function_call_arguments|custom_tool_call_input)\.done$|^response\.(?:reasoning_summary_part|content_part)\.(?:added|done)$/;

/** The items of a streamed response as blocks, one after another. */
export class StreamedItems {
  readonly #context: AnswerContext;
  readonly #writer = new BlockWriter();
  readonly #items = new Map<unknown, StreamedItem>();

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  read(event: WireEvent): readonly AnswerEvent[] {
    const { type, output_index: index = 0, item } = event;
    if (type === "response.output_item.added" && isRecord(item)) return this.#add(index, item);
    if (type === "response.output_item.done" && isRecord(item)) return this.#finish(index, item);
    const known = this.#items.get(index);
    // A refusal and its text are reported at the end of the answer.
    if (this.#leavesOut(event)) return [];
    if (known !== undefined) {
      if (textDeltas.has(type)) return this.#text(known, event);
      if (thoughtDeltas.has(type)) return this.#thought(known, event);
      if (argumentDeltas.has(type)) return this.#argument(known, textOf(event["delta"]));
      if (type === "response.content_part.added" && isRecord(event["part"])) return this.#part(known, event["part"]);
      if (type === "response.content_part.done" && isRecord(event["part"])) return this.#endPart(known, event["part"]);
    }
    return repeating.test(type) ? [] : this.#foreign(known, event);
  }

  /** Ends what is open. Some servers send no item before the end. */
  end(output: readonly Fields[]): readonly AnswerEvent[] {
    const unseen = this.#items.size > 0 ? [] : output.flatMap((item, index) => this.#finish(index, item));
    return [...unseen, ...this.#writer.endAll()];
  }

  #leavesOut({ type, part }: WireEvent): boolean {
    if (this.#context.keepsOriginals) return false;
    return type === refusalDelta || (partEvent.test(type) && isRecord(part) && isRefusalPart(part));
  }

  #add(index: unknown, item: Fields): readonly AnswerEvent[] {
    const streamed: StreamedItem = { item, keys: [], originals: [], hasContent: false, summaryIndex: undefined };
    this.#items.set(index, streamed);
    if (item["type"] === "message") return [];
    if (item["type"] === "reasoning") return this.#start(streamed, { type: "thinking", thinking: "", signature: "" });
    if (isCall(item)) return this.#start(streamed, startOfCall(item, this.#context));
    return this.#context.keepsOriginals ? this.#start(streamed, { type: foreignType }) : [];
  }

  #start(streamed: StreamedItem, block: object, part?: Fields): readonly AnswerEvent[] {
    const key = `${this.#items.size}.${streamed.keys.length}`;
    streamed.keys.push(key);
    const original: Original = part === undefined ? { item: streamed.item } : { item: streamed.item, part };
    streamed.originals.push(original);
    return this.#writer.start(key, noted(block, original, this.#context));
  }

  #part(streamed: StreamedItem, part: Fields): readonly AnswerEvent[] {
    if (streamed.item["type"] !== "message") return [];
    streamed.hasContent = false;
    return this.#start(streamed, { type: "text", text: "" }, part);
  }

  /** Some servers send a part without deltas. */
  #endPart(streamed: StreamedItem, part: Fields): readonly AnswerEvent[] {
    const text = textOfPart(part);
    if (streamed.item["type"] !== "message" || streamed.hasContent || text === "") return [];
    const started = streamed.keys.length > 0 ? [] : this.#part(streamed, part);
    return [...started, ...this.#delta(streamed, { type: "text_delta", text })];
  }

  #text(streamed: StreamedItem, event: WireEvent): readonly AnswerEvent[] {
    const started =
      streamed.keys.length > 0 ? [] : this.#start(streamed, { type: "text", text: "" }, { type: "output_text" });
    const text = textOf(event["delta"]);
    return text === ""
      ? started
      : [...started, ...this.#delta(streamed, { type: "text_delta", text }, { whole: event })];
  }

  #thought(streamed: StreamedItem, event: WireEvent): readonly AnswerEvent[] {
    const index = event["summary_index"] ?? event["content_index"];
    const separator = streamed.hasContent && index !== streamed.summaryIndex ? "\n\n" : "";
    streamed.summaryIndex = index;
    const thinking = separator + textOf(event["delta"]);
    return thinking === "" ? [] : this.#delta(streamed, { type: "thinking_delta", thinking }, { whole: event });
  }

  /** The text of a custom tool becomes a string in JSON: its pieces are escaped one by one. */
  #argument(streamed: StreamedItem, piece: string): readonly AnswerEvent[] {
    if (piece === "") return [];
    const isCustom = streamed.item["type"] === "custom_tool_call";
    const opening = isCustom && !streamed.hasContent ? '{"input":"' : "";
    const text = isCustom ? JSON.stringify(piece).slice(1, -1) : piece;
    return this.#delta(streamed, { type: "input_json_delta", partial_json: opening + text });
  }

  #finish(index: unknown, item: Fields): readonly AnswerEvent[] {
    const before = this.#items.get(index);
    const added = before === undefined ? this.#add(index, item) : [];
    const streamed = this.#items.get(index) as StreamedItem;
    const events = [...added, ...this.#rest(streamed, item)];
    const parts = partsOf(item);
    for (const [position, original] of streamed.originals.entries()) {
      original.item = item;
      if (original.part !== undefined) original.part = parts[position] ?? original.part;
    }
    const key = streamed.keys.at(-1);
    return [...events, ...(key === undefined ? [] : this.#writer.end(key))];
  }

  /** What the item holds beyond its deltas. */
  #rest(streamed: StreamedItem, item: Fields): readonly AnswerEvent[] {
    if (item["type"] === "message") {
      if (streamed.keys.length > 0) return [];
      const parts = partsOf(item).filter((part) => this.#context.keepsOriginals || !isRefusalPart(part));
      return parts.flatMap((part) => [
        ...this.#start(streamed, { type: "text", text: "" }, part),
        ...this.#delta(streamed, { type: "text_delta", text: textOfPart(part) }),
      ]);
    }
    if (item["type"] === "reasoning") {
      const { upstreamName } = this.#context;
      const texts = [item["summary"], item["content"]].flatMap((parts) => partsOf({ content: parts }).map(textOfPart));
      const thinking = streamed.hasContent ? "" : texts.join("\n\n");
      return [
        ...(thinking === "" ? [] : this.#delta(streamed, { type: "thinking_delta", thinking })),
        ...this.#delta(streamed, { type: "signature_delta", signature: signThought(upstreamName, item) }),
      ];
    }
    if (!isCall(item)) return [];
    const isCustom = item["type"] === "custom_tool_call";
    const text = textOf(isCustom ? item["input"] : item["arguments"]);
    const whole = streamed.hasContent ? [] : this.#argument(streamed, text);
    if (!isCustom) return whole;
    const closing = streamed.hasContent ? '"}' : '{"input":""}';
    return [...whole, ...this.#delta(streamed, { type: "input_json_delta", partial_json: closing })];
  }

  #delta(streamed: StreamedItem, delta: BlockDelta, original?: Original): readonly AnswerEvent[] {
    const key = streamed.keys.at(-1);
    if (key === undefined) return [];
    streamed.hasContent ||= delta.type !== foreignType;
    const isNoted = original !== undefined && this.#context.keepsOriginals;
    return this.#writer.delta(key, isNoted ? withOriginal(delta, original) : delta);
  }

  /** An event that only this API has: with the item that it belongs to, or by itself. */
  #foreign(streamed: StreamedItem | undefined, event: WireEvent): readonly AnswerEvent[] {
    if (!this.#context.keepsOriginals) return [];
    const key = event["output_index"] === undefined ? undefined : streamed?.keys.at(-1);
    if (streamed === undefined || key === undefined || !this.#writer.has(key)) {
      return [withOriginal({ type: foreignType }, { whole: event }) as unknown as AnswerEvent];
    }
    return this.#delta(streamed, { type: foreignType }, { whole: event });
  }
}
