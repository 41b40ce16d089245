import type { ContentBlock } from "@toolcrib/core";
import type { AnswerEvent, AnswerMessage, ApiErrorBody } from "../contracts/inner-form.ts";

/** Text that an encoder must escape, and whose characters are of several bytes. */
export const answerText = 'Say "so":\n\n1. data: é\r\n2. 漢 🦜 \u2028 </end>';

const text = { type: "text", text: answerText } as ContentBlock;

export const sampleMessage: AnswerMessage = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "some-model",
  content: [text],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 7 },
};

export const sampleError: ApiErrorBody = {
  type: "error",
  error: { type: "overloaded_error", message: 'The "model" is\nbusy: é 🦜' },
};
export const sampleRequestId = "req_0123456789";

const start: AnswerEvent = { type: "message_start", message: { ...sampleMessage, content: [], stop_reason: null } };
const end: readonly AnswerEvent[] = [
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 7 } },
  { type: "message_stop" },
];

/** The answer piece by piece. */
export const sampleEvents: readonly AnswerEvent[] = [
  start,
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } as ContentBlock },
  ...Array.from(answerText, (piece): AnswerEvent => {
    return { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } };
  }),
  { type: "content_block_stop", index: 0 },
  ...end,
];

/** The same answer with its block whole in the first event. */
export const wholeBlockEvents: readonly AnswerEvent[] = [
  start,
  { type: "content_block_start", index: 0, content_block: text },
  { type: "content_block_stop", index: 0 },
  ...end,
];
