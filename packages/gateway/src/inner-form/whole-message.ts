import type { ContentBlock } from "@toolcrib/core";
import { writeExactly } from "@toolcrib/shared/json";
import type { AnswerEvent, AnswerMessage, Usage } from "../contracts/inner-form.ts";
import { BlockBuilder } from "./block-builder.ts";
import { ownField } from "./own-field.ts";

/** A complete response as the events of a streamed one, so that both are handled the same way. */
export function* eventsOfMessage(message: AnswerMessage): Generator<AnswerEvent> {
  const { content, stop_reason, stop_sequence, stop_details, context_management, [ownField]: own, ...rest } = message;
  yield { type: "message_start", message: { ...rest, content: [], stop_reason: null, stop_sequence: null } };
  for (const [index, block] of content.entries()) {
    yield* eventsOfBlock(block, index);
  }
  const { container } = message;
  yield {
    type: "message_delta",
    delta: { stop_reason, stop_sequence, ...present({ stop_details, container }) },
    usage: message.usage,
    ...present({ context_management, [ownField]: own }),
  };
  yield { type: "message_stop" };
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A block as the API streams it: call arguments as deltas, everything else whole. */
export function* eventsOfBlock(block: ContentBlock, index: number): Generator<AnswerEvent> {
  if (isCall(block)) {
    yield { type: "content_block_start", index, content_block: { ...block, input: {} } as ContentBlock };
    const partial_json = writeExactly((block as { readonly input?: unknown }).input ?? {});
    yield { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } };
  } else {
    yield { type: "content_block_start", index, content_block: block };
  }
  yield { type: "content_block_stop", index };
}

function isCall({ type }: ContentBlock): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/** Assembles a complete response from its events. */
export async function collectMessage(events: AsyncIterable<AnswerEvent>): Promise<AnswerMessage> {
  let message: AnswerMessage | undefined;
  let ending: Readonly<Record<string, unknown>> = {};
  let fields: Readonly<Record<string, unknown>> = {};
  let usage: Partial<Usage> = {};
  const blocks: BlockBuilder[] = [];
  for await (const event of events) {
    if (event.type === "message_start") message = event.message;
    else if (event.type === "content_block_start") blocks[event.index] = new BlockBuilder(event.content_block);
    else if (event.type === "content_block_delta") blocks[event.index]?.add(event.delta);
    else if (event.type === "message_delta") {
      const { type: _type, delta, usage: counted, ...others } = event;
      ending = { ...ending, ...delta };
      usage = { ...usage, ...counted };
      fields = { ...fields, ...others };
    }
  }
  if (message === undefined) throw new TypeError("An answer began without message_start.");
  const content = blocks.map((block) => block.build());
  return { ...message, ...fields, ...ending, content, usage: { ...message.usage, ...usage } };
}
