import type { WireBlock } from "./api/request-body.ts";

/** A message of an API response. */
export interface AnswerMessage {
  readonly content: readonly WireBlock[];
  readonly stop_reason: string;
  readonly usage: Readonly<Record<string, number>>;
  readonly [field: string]: unknown;
}

/** The message as server-sent events, with call arguments in two pieces. */
export function streamMessage(message: AnswerMessage): Response {
  const events: { readonly type: string; readonly [field: string]: unknown }[] = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...message.content.flatMap(blockEvents),
    { type: "message_delta", delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage },
    { type: "message_stop" },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream", "request-id": "req_strict" } });
}

function blockEvents(block: WireBlock, index: number): WireBlock[] {
  const start = { type: "content_block_start", index, content_block: emptyBlock(block) };
  const deltas = deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta }));
  return [start, ...deltas, { type: "content_block_stop", index }];
}

function emptyBlock(block: WireBlock): WireBlock {
  if (block.type === "text") return { ...block, text: "" };
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "tool_use" ? { ...block, input: {} } : block;
}

function deltasOf(block: WireBlock): object[] {
  if (block.type === "text") return [{ type: "text_delta", text: block["text"] }];
  if (block.type === "thinking") {
    return [
      { type: "thinking_delta", thinking: block["thinking"] },
      { type: "signature_delta", signature: block["signature"] },
    ];
  }
  if (block.type !== "tool_use") return [];
  const json = JSON.stringify(block["input"]);
  const middle = Math.floor(json.length / 2);
  return ["", json.slice(0, middle), json.slice(middle)].map((part) => ({
    type: "input_json_delta",
    partial_json: part,
  }));
}
