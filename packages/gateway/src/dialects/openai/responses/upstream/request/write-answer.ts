import { isDeepStrictEqual } from "node:util";
import { writeExactly } from "@toolcrib/shared/json";
import { callInput } from "../../../../../inner-form/call-input.ts";
import { foreignType } from "../../../../../inner-form/foreign-type.ts";
import { blockText, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { toProviderCall } from "../../../../shared/tools/call-ids.ts";
import { customText } from "../../../shared/custom-tools.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import { restoreThought } from "../../wire/kept-thought.ts";
import { type Fields, originalOf } from "../../wire/original.ts";
import type { ConversationContext } from "./conversation-context.ts";

const callIdRules = { callIds: /^.{1,64}$/, callIdLength: 64 } as const;

/** What the model said, thought and called, as items. */
export function writeAnswer(blocks: readonly LooseBlock[], context: ConversationContext): readonly Fields[] {
  const items: Fields[] = [];
  let message: { readonly item: Fields | undefined; readonly parts: Fields[] } | undefined;
  const endMessage = (): void => {
    if (message !== undefined) items.push(messageItem(message.item, message.parts));
    message = undefined;
  };
  for (const block of blocks) {
    const { item, part } = originalOf(block) ?? {};
    if (block.type === "thinking" || block.type === "redacted_thinking") {
      endMessage();
      items.push(...thoughtItems(block, item, context));
    } else if (block.type === "tool_use") {
      endMessage();
      items.push(callItem(block, item, context));
    } else if (item !== undefined && part === undefined) {
      endMessage();
      items.push(item);
    } else {
      if (message === undefined || item === undefined || message.item !== item) {
        endMessage();
        message = { item, parts: [] };
      }
      message.parts.push(...answerParts(block, part));
    }
  }
  endMessage();
  return withoutLooseThoughts(
    items.filter(({ type, content }) => type !== "message" || (content as unknown[]).length > 0),
  );
}

function answerParts(block: LooseBlock, part: Fields | undefined): readonly Fields[] {
  if (part !== undefined && block.type === foreignType) return [part];
  const text = blockText(block);
  if (part === undefined) return text === "" ? [] : [{ type: "output_text", text }];
  const field = part["type"] === "refusal" ? "refusal" : "text";
  return [part[field] === text ? part : { ...part, [field]: text }];
}

function messageItem(item: Fields | undefined, parts: readonly Fields[]): Fields {
  if (item === undefined) return { type: "message", role: "assistant", content: parts };
  const { content } = item;
  const isUnchanged =
    typeof content === "string"
      ? parts.length === 1 && parts[0]?.["text"] === content
      : Array.isArray(content) &&
        content.length === parts.length &&
        content.every((part, index) => part === parts[index]);
  return isUnchanged ? item : { ...item, content: parts };
}

function thoughtItems(block: LooseBlock, item: Fields | undefined, context: ConversationContext): readonly Fields[] {
  if (context.leavesOutThoughts) return [];
  const text = typeof block["thinking"] === "string" ? block["thinking"] : "";
  const restored = restoreThought(context.upstreamName, text, block["signature"] ?? block["data"]);
  if (restored !== undefined) return [restored];
  // Of a client that speaks this API itself: what is not one of ours was encrypted by the upstream.
  return item === undefined ? [] : [item];
}

/** The API refuses a thought that nothing follows: it belongs to an answer that was cut off. */
function withoutLooseThoughts(items: readonly Fields[]): readonly Fields[] {
  const last = items.findLastIndex(({ type }) => type !== "reasoning");
  return items.slice(0, last + 1);
}

function callItem(block: LooseBlock, item: Fields | undefined, { names, calls }: ConversationContext): Fields {
  const { name, namespace, isCustom } = names.toWire(String(block["name"]), item, sharedOf(block).custom !== undefined);
  const { id } = toProviderCall(String(block["id"]), callIdRules);
  calls.set(String(block["id"]), { id, isCustom });
  const type = isCustom ? "custom_tool_call" : "function_call";
  const { namespace: _namespace, ...given } = item?.["type"] === type ? item : {};
  const called = { type, call_id: id, name, ...(namespace === undefined ? {} : { namespace }) };
  const text = isCustom
    ? { input: customText(block["input"]) }
    : { arguments: argumentText(block["input"], given["arguments"]) };
  const written = { ...given, ...called, ...text };
  return item !== undefined && isDeepStrictEqual(written, item) ? item : written;
}

/** The arguments as the model wrote them, if they have not changed. */
function argumentText(input: unknown, given: unknown): string {
  if (typeof given === "string" && isDeepStrictEqual(callInput(given), input)) return given;
  return writeExactly(input ?? {});
}
