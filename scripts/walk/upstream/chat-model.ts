import { type Model, pieces } from "./model.ts";

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const common = { id: "chatcmpl_1", object: "chat.completion.chunk", created: 1, model: "model" };

/** Chat Completions. */
export const chatModel: Model = {
  toolNames: (body) => {
    const { tools = [] } = body as { readonly tools?: readonly { readonly function: { readonly name: string } }[] };
    return tools.map((tool) => tool.function.name);
  },
  write: (text, { name, input }) => [
    ...[
      delta({ role: "assistant", content: "" }),
      ...pieces(text).map((content) => delta({ content })),
      delta({ tool_calls: [{ index: 0, id: "call_2", type: "function", function: { name, arguments: "" } }] }),
      ...pieces(JSON.stringify(input)).map((part) =>
        delta({ tool_calls: [{ index: 0, function: { arguments: part } }] }),
      ),
      delta({}, "tool_calls"),
      { ...common, choices: [], usage },
    ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
    "data: [DONE]\n\n",
  ],
};

function delta(part: object, reason: string | null = null): object {
  return { ...common, choices: [{ index: 0, delta: part, finish_reason: reason }] };
}
