import OpenAI from "openai";
import {
  type CreateClient,
  isOfServer,
  type OfferedTool,
  type ReceivedAnswer,
  searchTool,
} from "./client-under-test.ts";

type Message = OpenAI.Chat.ChatCompletionMessageParam;

/** OpenAI's SDK with Chat Completions. If it defers, it does so with the extensions of several servers. */
export const createChatClient: CreateClient = ({ isStreaming, defers }) => {
  const client = new OpenAI({ apiKey: "key", maxRetries: 0 });
  const messages: Message[] = [{ role: "system", content: "Work." }];
  let given: OpenAI.Chat.ChatCompletionFunctionTool[] = [];
  const send = async (message: Message): Promise<ReceivedAnswer> => {
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
  const write = (tool: OfferedTool): OpenAI.Chat.ChatCompletionFunctionTool => ({
    type: "function" as const,
    function: { name: tool.name, description: tool.description, parameters: tool.schema },
    ...(defers && isOfServer(tool) && { defer_loading: true }),
  });
  return {
    connect(url) {
      client.baseURL = `${url}/v1`;
    },
    offer(tools) {
      given = [...(defers ? [searchTool] : []), ...tools].map(write);
    },
    ask: (content) => send({ role: "user", content }),
    giveResult: ({ id }, content) => send({ role: "tool", tool_call_id: id, content }),
    giveFound: ({ id }, { name }) => {
      const content = [{ type: "tool_reference", tool_name: name }];
      return send({ role: "tool", tool_call_id: id, content } as unknown as Message);
    },
  };
};
