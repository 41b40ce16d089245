import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";

type Fields = Record<string, unknown>;

/** Collects a streamed answer. */
export async function collectEvents(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const collected: AnswerEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/**
 * What is wrong with the order of a streamed answer; nothing when every client can read it: `message_start` first, blocks one after
 * another with indexes from zero, deltas of the block's own kind, then `message_delta` and `message_stop`.
 */
export function orderProblems(events: readonly AnswerEvent[]): string[] {
  const problems: string[] = [];
  const withoutPings = events.filter(({ type }) => type !== "ping");
  let open: { readonly index: number; readonly type: string } | undefined;
  let nextIndex = 0;
  if (withoutPings[0]?.type !== "message_start") problems.push(`the first event is ${withoutPings[0]?.type}`);
  if (withoutPings.at(-1)?.type !== "message_stop") problems.push(`the last event is ${withoutPings.at(-1)?.type}`);
  if (withoutPings.at(-2)?.type !== "message_delta")
    problems.push(`the last but one event is ${withoutPings.at(-2)?.type}`);
  for (const event of withoutPings.slice(1, -2)) {
    if (event.type === "content_block_start") {
      if (open !== undefined) problems.push(`block ${event.index} begins inside block ${open.index}`);
      if (event.index !== nextIndex) problems.push(`block ${event.index} begins where ${nextIndex} is due`);
      open = { index: event.index, type: event.content_block.type };
      nextIndex += 1;
    } else if (event.type === "content_block_delta") {
      if (open?.index !== event.index) problems.push(`a delta of block ${event.index} comes outside it`);
      else if (!fits(open.type, event.delta.type)) problems.push(`${event.delta.type} comes in a ${open.type} block`);
    } else if (event.type === "content_block_stop") {
      if (open?.index !== event.index) problems.push(`block ${event.index} stops but was not open`);
      open = undefined;
    } else {
      problems.push(`${event.type} comes among the blocks`);
    }
  }
  if (open !== undefined) problems.push(`block ${open.index} never stops`);
  return problems;
}

const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ["text_delta", "citations_delta"],
  thinking: ["thinking_delta", "signature_delta"],
  tool_use: ["input_json_delta"],
  server_tool_use: ["input_json_delta"],
  mcp_tool_use: ["input_json_delta"],
};

function fits(blockType: string, deltaType: string): boolean {
  return deltasOf[blockType]?.includes(deltaType) ?? false;
}

/** The message that a client has at the end of a streamed answer. */
export function assembleMessage(events: readonly AnswerEvent[]): AnswerMessage {
  let message: Fields = {};
  const blocks: Fields[] = [];
  const inputs = new Map<number, string>();
  for (const event of events) {
    if (event.type === "message_start") message = { ...event.message };
    if (event.type === "content_block_start") blocks.push({ ...event.content_block });
    if (event.type === "content_block_delta") addDelta(blocks[event.index] ?? {}, event.index, event.delta, inputs);
    if (event.type === "content_block_stop" && inputs.has(event.index)) {
      const text = inputs.get(event.index) ?? "";
      (blocks[event.index] as Fields)["input"] = text === "" ? {} : (JSON.parse(text) as unknown);
    }
    if (event.type === "message_delta") {
      message = { ...message, ...event.delta, usage: { ...(message["usage"] as object), ...event.usage } };
    }
  }
  return { ...message, content: blocks } as unknown as AnswerMessage;
}

function addDelta(block: Fields, index: number, delta: Fields, inputs: Map<number, string>): void {
  if (delta["type"] === "input_json_delta")
    inputs.set(index, (inputs.get(index) ?? "") + String(delta["partial_json"]));
  for (const field of ["text", "thinking", "signature"]) {
    const [before, added] = [block[field], delta[field]];
    if (typeof added === "string") block[field] = typeof before === "string" ? before + added : added;
  }
}
