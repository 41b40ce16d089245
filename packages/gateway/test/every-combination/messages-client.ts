import Anthropic from "@anthropic-ai/sdk";
import {
  type CreateClient,
  isOfServer,
  type OfferedTool,
  type ReceivedAnswer,
  searchTool,
} from "./client-under-test.ts";

/** Anthropic's SDK. If it defers, it does so as Claude Code does: with `defer_loading` and references. */
export const createMessagesClient: CreateClient = ({ isStreaming, defers }) => {
  const client = new Anthropic({ apiKey: "key", maxRetries: 0 });
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
  const write = (tool: OfferedTool): Anthropic.Tool => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.schema as Anthropic.Tool.InputSchema,
    ...(defers && isOfServer(tool) && { defer_loading: true }),
  });
  return {
    connect(url) {
      client.baseURL = url;
    },
    offer(tools) {
      given = [...(defers ? [searchTool] : []), ...tools].map(write);
    },
    ask: (question) => send(question),
    giveResult: ({ id }, result) => send([{ type: "tool_result", tool_use_id: id, content: result }]),
    giveFound: ({ id }, { name }) =>
      send([{ type: "tool_result", tool_use_id: id, content: [{ type: "tool_reference", tool_name: name }] }]),
  };
};
