import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { invalid, shortened } from "./parameter-errors.ts";

const noBlocks: readonly ContentBlock[] = [];

/**
 * Checks that every call is followed by its output, and every output follows its call, as OpenAI's API does. An id that an earlier call
 * has too gets a number, because the Messages API wants ids to be unique and some models count from zero in every answer. `field` is where
 * the client sent the conversation.
 */
export function pairCalls(messages: readonly Message[], field: string): readonly Message[] {
  const taken = new Set<string>();
  /** The calls of the last answer that wait for their outputs: the client's id, and the unique one. */
  let open = new Map<string, string>();
  const written = messages.map((message) => {
    if (message.role === "system") return message;
    const blocks = typeof message.content === "string" ? noBlocks : message.content;
    if (message.role === "user") {
      const results = replaced(blocks, (block) => (isResult(block) ? answered(block, open, field) : block));
      requireOutputs(open, field);
      return results === blocks ? message : { ...message, content: results };
    }
    requireOutputs(open, field);
    open = new Map();
    const calls = replaced(blocks, (block) => (isCall(block) ? called(block, open, taken, field) : block));
    return calls === blocks ? message : { ...message, content: calls };
  });
  requireOutputs(open, field);
  return written;
}

function called(block: ToolUseBlock, open: Map<string, string>, taken: Set<string>, field: string): ToolUseBlock {
  if (open.has(block.id)) throw invalid(field, `two calls of one answer have the id ${shortened(block.id)}`);
  let id = block.id;
  for (let number = 2; taken.has(id); number++) id = `${block.id}_${number}`;
  taken.add(id);
  open.set(block.id, id);
  return id === block.id ? block : { ...block, id };
}

function answered(block: ToolResultBlock, open: Map<string, string>, field: string): ToolResultBlock {
  const given = block.tool_use_id;
  const id = open.get(given);
  if (id === undefined) throw invalid(field, `no tool call found for the output with the id ${shortened(given)}`);
  open.delete(given);
  return id === given ? block : { ...block, tool_use_id: id };
}

function requireOutputs(open: ReadonlyMap<string, string>, field: string): void {
  const [id] = open.keys();
  if (id !== undefined) throw invalid(field, `no tool output found for the call with the id ${shortened(id)}`);
}

function isCall(block: ContentBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}

function isResult(block: ContentBlock): block is ToolResultBlock {
  return block.type === "tool_result";
}

/** The same array if nothing changes: what is made of earlier messages is cached by their identity. */
function replaced(
  blocks: readonly ContentBlock[],
  replace: (block: ContentBlock) => ContentBlock,
): readonly ContentBlock[] {
  const written = blocks.map(replace);
  return written.every((block, position) => block === blocks[position]) ? blocks : written;
}
