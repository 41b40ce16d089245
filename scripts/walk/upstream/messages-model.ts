import { type Model, pieces } from "./model.ts";

const usage = { input_tokens: 100, output_tokens: 1 };
const message = { id: "msg_1", type: "message", role: "assistant", model: "model", content: [] };

/** The Messages API. */
export const messagesModel: Model = {
  toolNames: (body) => {
    const { tools = [] } = body as { readonly tools?: readonly { readonly name: string }[] };
    return tools.map(({ name }) => name);
  },
  write: (text, { name, input }) => {
    const blocks = [
      ...(text === ""
        ? []
        : [
            {
              start: { type: "text", text: "" },
              deltas: pieces(text).map((part) => ({ type: "text_delta", text: part })),
            },
          ]),
      {
        start: { type: "tool_use", id: "toolu_2", name, input: {} },
        deltas: pieces(JSON.stringify(input)).map((part) => ({ type: "input_json_delta", partial_json: part })),
      },
    ];
    return [
      { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null, usage } },
      ...blocks.flatMap(({ start, deltas }, index) => [
        { type: "content_block_start", index, content_block: start },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 20 } },
      { type: "message_stop" },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  },
};
