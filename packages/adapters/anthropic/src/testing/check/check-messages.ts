import { ApiRejection } from "../api/api-error.ts";
import {
  blocksOf,
  innerBlocks,
  referencedNames,
  type WireBlock,
  type WireMessage,
  type WireToolEntry,
} from "../api/request-body.ts";
import { checkFields } from "./check-fields.ts";
import { checkPairs } from "./check-pairs.ts";

const messageFields: ReadonlySet<string> = new Set(["role", "content", "output_config"]);
const blockFields: Readonly<Record<string, ReadonlySet<string>>> = {
  text: new Set(["type", "text", "cache_control", "citations"]),
  tool_use: new Set(["type", "id", "name", "input", "caller", "cache_control", "toolset_name"]),
  tool_result: new Set(["type", "tool_use_id", "content", "is_error", "cache_control"]),
  tool_reference: new Set(["type", "tool_name", "cache_control"]),
};
const resultBlockTypes: ReadonlySet<string> = new Set(["text", "image", "search_result", "document", "tool_reference"]);

/** The API's checks for `messages`. */
export function checkMessages(messages: readonly WireMessage[], tools: readonly WireToolEntry[]): void {
  if (messages.length === 0) throw new ApiRejection("messages: at least one message is required");
  for (const [index, message] of messages.entries()) checkMessage(message, index, messages);
  checkPairs(messages);
  const names = new Set(tools.map(({ name }) => name));
  for (const message of messages) {
    for (const name of referencedNames(message)) {
      if (!names.has(name)) throw new ApiRejection(`Tool reference '${name}' not found in available tools`);
    }
  }
}

function checkMessage(message: WireMessage, index: number, messages: readonly WireMessage[]): void {
  const path = `messages.${index}`;
  checkFields(message, messageFields, `${path}.`);
  if (!["user", "assistant", "system"].includes(message.role)) {
    throw new ApiRejection(`${path}.role: Input should be 'user', 'assistant' or 'system'`);
  }
  if (index === 0 && message.role !== "user") throw new ApiRejection(`${path}: first message must use the "user" role`);
  if (message.role === "system" && messages[index - 1]?.role === "assistant") {
    throw new ApiRejection(`${path}: system messages must follow a user message`);
  }
  const isLastOfAssistant = message.role === "assistant" && index === messages.length - 1;
  if (message.content.length === 0 && !isLastOfAssistant && message.role !== "system") {
    throw new ApiRejection(
      `${path}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  for (const [at, block] of blocksOf(message).entries()) checkBlock(block, `${path}.content.${at}`);
}

function checkBlock(block: WireBlock, path: string): void {
  const fields = blockFields[block.type];
  if (fields !== undefined) checkFields(block, fields, `${path}.${block.type}.`);
  if (block.type === "text" && block["text"] === "")
    throw new ApiRejection(`${path}: text content blocks must be non-empty`);
  for (const [at, inner] of innerBlocks(block).entries()) {
    if (!resultBlockTypes.has(inner.type)) {
      throw new ApiRejection(
        `${path}.tool_result.content.${at}: Input tag '${inner.type}' found using 'type' does not match any of the expected tags`,
      );
    }
    checkBlock(inner, `${path}.tool_result.content.${at}`);
  }
}
