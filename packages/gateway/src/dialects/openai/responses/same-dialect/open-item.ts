import type { ContentBlock } from "@toolcrib/core";
import type { BlockDelta } from "../../../../contracts/inner-form.ts";
import { BlockBuilder } from "../../../../inner-form/block-builder.ts";
import { textOf } from "../../shared/loose-values.ts";
import type { Fields } from "../../shared/read-values.ts";
import type { ItemStatus } from "../client/answer/item-types.ts";
import { type ItemPlace, summaryText } from "../client/answer/output-item.ts";
import type { WriteEvent } from "../client/answer/streamed-item.ts";
import { originalOf } from "../wire/original.ts";
import { blockText, messageOf, ownItem, ownPart } from "./own-item.ts";

interface OpenBlock {
  readonly start: ContentBlock;
  readonly builder: BlockBuilder;
  /** What was streamed of it. */
  text: string;
}

/** An item while it is streamed to the client. */
export class OpenItem {
  readonly #place: ItemPlace;
  readonly #write: WriteEvent;
  readonly #first: Fields;
  /** The blocks of the item: several for a message with several parts. */
  readonly #blocks: OpenBlock[] = [];
  /** The part of a thought that is open. */
  #thoughtPart: { readonly event: Fields; text: string } | undefined;

  private constructor(block: ContentBlock, first: Fields, place: ItemPlace, write: WriteEvent) {
    this.#place = place;
    this.#write = write;
    this.#first = first;
    this.#add(block);
  }

  /** Undefined for a block that is not the client's to see. */
  static of(block: ContentBlock, place: ItemPlace, write: WriteEvent): OpenItem | undefined {
    const first = ownItem(block, place, "in_progress");
    return first === undefined ? undefined : new OpenItem(block, first, place, write);
  }

  begin(): string {
    const added = this.#write("response.output_item.added", {
      output_index: this.#place.index,
      item: emptied(this.#first),
    });
    return added + (this.#first["type"] === "message" ? this.#beginPart() : "");
  }

  /** Whether a block is a further part of this message. */
  takes(block: ContentBlock): boolean {
    const item = messageOf(block);
    return item !== undefined && item === messageOf(this.#last.start);
  }

  nextPart(block: ContentBlock): string {
    const before = this.#endPart();
    this.#add(block);
    return before + this.#beginPart();
  }

  delta(delta: BlockDelta): string {
    const fields = delta as Fields;
    this.#last.builder.add(delta);
    const original = originalOf(delta)?.whole as Fields | undefined;
    if (delta.type === "text_delta") return this.#text(textOf(fields["text"]), original);
    if (delta.type === "thinking_delta") return this.#thought(textOf(fields["thinking"]), original);
    return delta.type === "input_json_delta" ? this.#argument(textOf(fields["partial_json"])) : "";
  }

  finish(status: ItemStatus): { readonly item: Fields; readonly events: string } {
    const isMessage = this.#first["type"] === "message";
    const before = isMessage ? this.#endPart() : this.#endThoughtPart();
    const built = ownItem(this.#last.builder.build(), this.#place, status) ?? this.#first;
    const content = this.#blocks.map(({ start, text }) => ownPart(start, text));
    const item = isMessage ? { ...built, content } : this.#withText(built);
    const events = before + this.#endCall(item);
    return {
      item,
      events: events + this.#write("response.output_item.done", { output_index: this.#place.index, item }),
    };
  }

  get #last(): OpenBlock {
    return this.#blocks.at(-1) as OpenBlock;
  }

  get #at(): object {
    return { item_id: this.#first["id"], output_index: this.#place.index };
  }

  get #inContent(): object {
    return { ...this.#at, content_index: this.#blocks.length - 1 };
  }

  #add(start: ContentBlock): void {
    this.#blocks.push({ start, builder: new BlockBuilder(start), text: "" });
  }

  #beginPart(): string {
    const { start } = this.#last;
    const added = this.#write("response.content_part.added", { ...this.#inContent, part: ownPart(start, "") });
    // A block may come whole with its first event.
    const whole = blockText(start);
    return added + (whole === "" ? "" : this.#text(whole, undefined));
  }

  #text(text: string, original: Fields | undefined): string {
    this.#last.text += text;
    if (text === "") return "";
    const type = this.#isRefusal ? "response.refusal.delta" : "response.output_text.delta";
    return this.#write(type, { logprobs: [], ...original, ...this.#inContent, delta: text });
  }

  #endPart(): string {
    const { start, text } = this.#last;
    const part = ownPart(start, text);
    const done = this.#isRefusal
      ? this.#write("response.refusal.done", { ...this.#inContent, refusal: text })
      : this.#write("response.output_text.done", { ...this.#inContent, text, logprobs: part["logprobs"] ?? [] });
    return done + this.#write("response.content_part.done", { ...this.#inContent, part });
  }

  get #isRefusal(): boolean {
    return originalOf(this.#last.start)?.part?.["type"] === "refusal";
  }

  #thought(text: string, original: Fields | undefined): string {
    if (original === undefined) return "";
    const { summary_index: index } = original;
    const isNew = this.#thoughtPart === undefined || this.#thoughtPart.event["summary_index"] !== index;
    const delta = isNew && this.#thoughtPart !== undefined ? text.replace(/^\n\n/, "") : text;
    const before = isNew ? this.#endThoughtPart() + this.#beginThoughtPart(original) : "";
    if (this.#thoughtPart !== undefined) this.#thoughtPart.text += delta;
    return before + this.#write(String(original["type"]), { ...original, ...this.#at, delta });
  }

  #beginThoughtPart(event: Fields): string {
    this.#thoughtPart = { event, text: "" };
    const { summary_index } = event;
    if (summary_index === undefined) return "";
    return this.#write("response.reasoning_summary_part.added", { ...this.#at, summary_index, part: summaryText("") });
  }

  #endThoughtPart(): string {
    if (this.#thoughtPart === undefined) return "";
    const { event, text } = this.#thoughtPart;
    this.#thoughtPart = undefined;
    const { summary_index, content_index } = event;
    if (summary_index === undefined)
      return this.#write("response.reasoning_text.done", { ...this.#at, content_index, text });
    return (
      this.#write("response.reasoning_summary_text.done", { ...this.#at, summary_index, text }) +
      this.#write("response.reasoning_summary_part.done", { ...this.#at, summary_index, part: summaryText(text) })
    );
  }

  #argument(piece: string): string {
    this.#last.text += piece;
    // The text of a custom tool is inside JSON here: it is known when the JSON is complete.
    if (this.#first["type"] !== "function_call" || piece === "") return "";
    return this.#write("response.function_call_arguments.delta", { ...this.#at, delta: piece });
  }

  /** The arguments as they were streamed. */
  #withText(item: Fields): Fields {
    return item["type"] === "function_call" && this.#last.text !== "" ? { ...item, arguments: this.#last.text } : item;
  }

  #endCall(item: Fields): string {
    const { type, name } = item;
    if (type === "function_call") {
      return this.#write("response.function_call_arguments.done", { ...this.#at, name, arguments: item["arguments"] });
    }
    if (type !== "custom_tool_call") return "";
    const input = textOf(item["input"]);
    const isEmpty = input === "";
    const before = isEmpty ? "" : this.#write("response.custom_tool_call_input.delta", { ...this.#at, delta: input });
    return before + this.#write("response.custom_tool_call_input.done", { ...this.#at, input });
  }
}

/** The item before anything of it is known. */
function emptied(item: Fields): Fields {
  const { type } = item;
  if (type === "message") return { ...item, status: "in_progress", content: [] };
  if (type === "function_call") return { ...item, status: "in_progress", arguments: "" };
  return type === "custom_tool_call" ? { ...item, status: "in_progress", input: "" } : item;
}
