import OpenAI from "openai";
import type { CreateClient, ReceivedAnswer } from "./client-under-test.ts";

/** OpenAI's SDK with Chat Completions. */
export const createChatClient: CreateClient = ({ url, isStreaming }) => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "system", content: "Work." }];
  let given: OpenAI.Chat.ChatCompletionFunctionTool[] = [];
  const send = async (message: OpenAI.Chat.ChatCompletionMessageParam): Promise<ReceivedAnswer> => {
    messages.push(message);
    const request = { model: "m", tools: given, messages };
    const { choices } = isStreaming
      ? await client.chat.completions.stream(request).finalChatCompletion()
      : await client.chat.completions.create(request);
    const [choice] = choices;
    if (choice === undefined) throw new Error("The answer has no choice.");
    const { content, tool_calls: calls = [] } = choice.message;
    messages.push({ role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: calls }) });
    return {
      text: content ?? "",
      calls: calls.flatMap((call) =>
        call.type === "function"
          ? [{ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) as unknown }]
          : [],
      ),
    };
  };
  return {
    offer(tools) {
      given = tools.map(({ name, description, schema }) => ({
        type: "function" as const,
        function: { name, description, parameters: schema },
      }));
    },
    ask: (content) => send({ role: "user", content }),
    giveResult: ({ id }, content) => send({ role: "tool", tool_call_id: id, content }),
  };
};
