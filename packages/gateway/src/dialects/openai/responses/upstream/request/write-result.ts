import { contentText, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { isMedia } from "../../../../shared/blocks/media-source.ts";
import { failureText } from "../../../../shared/blocks/message-blocks.ts";
import { type Fields, originalOf } from "../../wire/original.ts";
import type { ConversationContext, WireCall } from "./conversation-context.ts";
import { inputText, writeParts } from "./write-content.ts";

/** The result of a call. */
export function writeResult(
  given: LooseBlock,
  call: WireCall | undefined,
  field: string,
  context: ConversationContext,
): Fields {
  const { item } = originalOf(given) ?? {};
  const block = withLoadedNames(given, context);
  const output = writeOutput(block, item, field);
  const callId = call?.id ?? item?.["call_id"] ?? block["tool_use_id"];
  const type = call === undefined ? item?.["type"] : call.isCustom ? "custom_tool_call_output" : "function_call_output";
  if (item === undefined || item["type"] !== type) return { type, call_id: callId, output };
  return item["output"] === output && item["call_id"] === callId ? item : { ...item, call_id: callId, output };
}

/** References to tools that are loaded after the results, as text: their definitions follow. */
function withLoadedNames(block: LooseBlock, { deferred, names }: ConversationContext): LooseBlock {
  const { content } = block as { readonly content?: unknown };
  if (deferred.size === 0 || !Array.isArray(content)) return block;
  const written = (content as readonly LooseBlock[]).map((inner) => {
    const name = inner.type === "tool_reference" ? inner["tool_name"] : undefined;
    const isLoaded = typeof name === "string" && deferred.has(name);
    return isLoaded ? { type: "text", text: `Loaded ${names.toWire(name).name}. You can call it now.` } : inner;
  });
  return { ...block, content: written };
}

function writeOutput(block: LooseBlock, item: Fields | undefined, field: string): unknown {
  const { content } = block as { readonly content?: unknown };
  const failed = block["is_error"] === true;
  const blocks = Array.isArray(content) ? (content as readonly LooseBlock[]) : [];
  const parts = item === undefined ? [] : blocks.flatMap((inner) => originalOf(inner)?.part ?? []);
  const given = item?.["output"];
  if (given === content && typeof given === "string") return given;
  if (Array.isArray(given) && given.length === blocks.length && given.every((part, index) => part === parts[index])) {
    return given;
  }
  if (!blocks.some(isMedia)) return failed ? failureText(contentText(content)) : contentText(content);
  const written = writeParts(blocks, `${field}.content`);
  return failed ? [inputText("Error:"), ...written] : written;
}
