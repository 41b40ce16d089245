import Anthropic from "@anthropic-ai/sdk";
import type { CreateClient, ReceivedAnswer } from "./client-under-test.ts";

/** Anthropic's SDK. */
export const createMessagesClient: CreateClient = ({ url, isStreaming }) => {
  const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [];
  let given: Anthropic.Tool[] = [];
  const send = async (content: string | Anthropic.ContentBlockParam[]): Promise<ReceivedAnswer> => {
    messages.push({ role: "user", content });
    const request = { model: "m", max_tokens: 1_000, system: "Work.", tools: given, messages };
    const answer = isStreaming
      ? await client.messages.stream(request).finalMessage()
      : await client.messages.create(request);
    messages.push({ role: "assistant", content: answer.content });
    return {
      text: answer.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
      calls: answer.content.flatMap((block) => (block.type === "tool_use" ? [block] : [])),
    };
  };
  return {
    offer(tools) {
      given = tools.map(({ name, description, schema }) => ({
        name,
        description,
        input_schema: schema as Anthropic.Tool.InputSchema,
      }));
    },
    ask: (question) => send(question),
    giveResult: ({ id }, result) => send([{ type: "tool_result", tool_use_id: id, content: result }]),
  };
};
