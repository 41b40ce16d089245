import type { ContentBlock, Message } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import { callInput } from "../../../../inner-form/call-input.ts";
import { foreignType } from "../../../../inner-form/foreign-type.ts";
import { textBlock } from "../../shared/blocks.ts";
import { customInput } from "../../shared/custom-tools.ts";
import { restoreReasoning } from "../../shared/kept-reasoning.ts";
import type { Fields } from "../../shared/read-values.ts";
import { ConversationBuilder } from "../client/request/conversation-builder.ts";
import { withOriginal } from "../wire/original.ts";
import { flatName } from "../wire/tool-names.ts";

/** The conversation of a request for an upstream that speaks this API. */
export interface OwnInput {
  readonly system: readonly ContentBlock[];
  readonly messages: readonly Message[];
  /** Whether all of the conversation is here. Otherwise the upstream knows the rest. */
  readonly isWhole: boolean;
  /** Whether there are thoughts of other models, which the gateway keeps in a form that this upstream cannot read. */
  readonly hasOtherThoughts: boolean;
}

/** Items by which a conversation depends on what the upstream keeps or loads. */
const partial: ReadonlySet<unknown> = new Set([
  "item_reference",
  "tool_search_call",
  "tool_search_output",
  "additional_tools",
  "compaction",
  "compaction_trigger",
  "configuration_update",
  "program",
  "program_output",
]);

/** The items of `input`, which may also be a text. */
export function ownItems(input: unknown): readonly unknown[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) ? (input as readonly unknown[]) : [];
}

/** Reads `instructions` and the items of a conversation. An item that the gateway has no use for is carried in its place. */
export function parseOwnInput(instructions: unknown, items: readonly unknown[]): OwnInput {
  const reader = new InputReader();
  if (typeof instructions === "string" && instructions !== "") reader.system.push(textBlock(instructions));
  for (const item of items) reader.add(item);
  const { system, conversation, isWhole, hasOtherThoughts } = reader;
  return { system, messages: conversation.end(), isWhole, hasOtherThoughts };
}

class InputReader {
  readonly system: ContentBlock[] = [];
  readonly conversation: ConversationBuilder = new ConversationBuilder();
  readonly #calls = new Set<string>();
  isWhole = true;
  hasOtherThoughts = false;

  add(value: unknown): void {
    const item: Fields = isRecord(value) ? value : { value };
    const { type = "message" } = item;
    if (partial.has(type)) this.isWhole = false;
    if (type === "message" && this.#addMessage(item)) return;
    if ((type === "function_call" || type === "custom_tool_call") && this.#addCall(item)) return;
    if ((type === "function_call_output" || type === "custom_tool_call_output") && this.#addResult(item)) return;
    const thought = type === "reasoning" ? restoreReasoning(item["encrypted_content"]) : undefined;
    this.hasOtherThoughts ||= thought !== undefined;
    const block = thought ?? (type === "reasoning" ? thoughtBlock(item) : foreignBlock(item));
    if (type === "reasoning" || (typeof type === "string" && type.endsWith("_call"))) this.conversation.answer([block]);
    else this.conversation.result("", block);
  }

  #addMessage(item: Fields): boolean {
    const { role } = item;
    const content = contentBlocks(item);
    if (content === undefined || content.length === 0) return false;
    if (role === "assistant") this.conversation.answer(content);
    else if (role === "user") this.conversation.say(withOriginal({ role: "user", content } as Message, { item }));
    else if (role !== "developer" && role !== "system") return false;
    else if (this.conversation.messages.length === 0) for (const block of content) this.system.push(block);
    else this.conversation.say(withOriginal({ role: "system", content } as Message, { item }));
    return true;
  }

  #addCall(item: Fields): boolean {
    const { type, call_id: id, name, namespace, arguments: given, input } = item;
    const text = type === "function_call" ? given : input;
    if (typeof id !== "string" || typeof name !== "string" || typeof text !== "string") return false;
    const flat = typeof namespace === "string" ? flatName(namespace, name) : name;
    const read = type === "function_call" ? callInput(text) : customInput(text);
    const block = { type: "tool_use", id, name: flat, input: read };
    this.#calls.add(id);
    this.conversation.call(id, withOriginal(block, { item }) as ContentBlock);
    return true;
  }

  #addResult(item: Fields): boolean {
    const { call_id: id, output } = item;
    const content = typeof output === "string" ? output : partBlocks(output, undefined);
    if (typeof id !== "string" || content === undefined) return false;
    if (!this.#calls.has(id)) this.isWhole = false;
    const block = withOriginal({ type: "tool_result", tool_use_id: id, content }, { item }) as ContentBlock;
    this.conversation.result(id, block);
    return true;
  }
}

function foreignBlock(item: Fields): ContentBlock {
  return withOriginal({ type: foreignType }, { item }) as ContentBlock;
}

function thoughtBlock(item: Fields): ContentBlock {
  return withOriginal({ type: "thinking", thinking: "", signature: "" }, { item }) as ContentBlock;
}

function contentBlocks(item: Fields): readonly ContentBlock[] | undefined {
  const { content } = item;
  if (typeof content !== "string") return partBlocks(content, item);
  const part = { type: item["role"] === "assistant" ? "output_text" : "input_text", text: content };
  return [withOriginal(textBlock(content), { item, part })];
}

/** Images and files are for the upstream alone: they are carried in their place. */
function partBlocks(content: unknown, item: Fields | undefined): readonly ContentBlock[] | undefined {
  if (!Array.isArray(content)) return undefined;
  return content.map((value: unknown) => {
    const part: Fields = isRecord(value) ? value : { value };
    const text = part["type"] === "refusal" ? part["refusal"] : part["text"];
    const block = typeof text === "string" ? textBlock(text) : { type: foreignType };
    return withOriginal(block as ContentBlock, { item, part });
  });
}
