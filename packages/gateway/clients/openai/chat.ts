import type OpenAI from "openai";
import type { Ask, SdkOptions } from "./conversations.ts";
import { joinChunks } from "./join-chunks.ts";

type Message = OpenAI.ChatCompletionMessageParam;
type Request = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "stream">;
/** Sends one request in one of the SDK's ways. */
type Send = (client: OpenAI, request: Request) => Promise<OpenAI.ChatCompletionMessage>;

const systemMessage: Message = { role: "system", content: "You are an agent." };

const sendWhole: Send = async (client, request) => messageOf(await client.chat.completions.create(request));

const sendStream: Send = async (client, request) => {
  const options = { stream: true, stream_options: { include_usage: true } } as const;
  return joinChunks(await client.chat.completions.create({ ...request, ...options }));
};

const sendWithHelper: Send = async (client, request) =>
  messageOf(await client.chat.completions.stream(request).finalChatCompletion());

export const createWhole = (options: SdkOptions): Ask => loop(options, sendWhole);
export const createStream = (options: SdkOptions): Ask => loop(options, sendStream);
export const streamHelper = (options: SdkOptions): Ask => loop(options, sendWithHelper);

/** The usual loop: the tools are called until the model has nothing left to call. */
function loop({ client, model, mcp }: SdkOptions, send: Send): Ask {
  const messages: Message[] = [systemMessage];
  const tools = mcp.list.map(({ name, description, schema }): OpenAI.ChatCompletionFunctionTool => {
    return { type: "function", function: { name, description, parameters: schema } };
  });
  return async (prompt) => {
    messages.push({ role: "user", content: prompt });
    for (;;) {
      const message = await send(client, { model, messages, tools });
      messages.push(message);
      const { tool_calls: calls = [], content } = message;
      if (calls.length === 0) return content ?? "";
      for (const call of calls) {
        if (call.type !== "function") throw new Error("Expected a function.");
        const { name, arguments: given } = call.function;
        messages.push({ role: "tool", tool_call_id: call.id, content: await mcp.call(name, given) });
      }
    }
  };
}

/** The SDK runs the tools. */
export function runTools({ client, model, mcp }: SdkOptions, isStreaming: boolean): Ask {
  let messages: Message[] = [systemMessage];
  const tools = mcp.list.map(({ name, description, schema, call }) => ({
    type: "function" as const,
    function: { name, description, parameters: schema, parse: JSON.parse, function: call },
  }));
  return async (prompt) => {
    const request = {
      model,
      tools: tools as never,
      messages: [...messages, { role: "user", content: prompt } as const],
    };
    const runner = isStreaming
      ? client.chat.completions.runTools({ ...request, stream: true })
      : client.chat.completions.runTools(request);
    const text = await runner.finalContent();
    messages = runner.messages;
    return text ?? "";
  };
}

function messageOf({ choices }: OpenAI.ChatCompletion): OpenAI.ChatCompletionMessage {
  const [choice] = choices;
  if (choice === undefined) throw new Error("The answer has no choice.");
  const isCalling = choice.message.tool_calls !== undefined;
  if (choice.finish_reason !== (isCalling ? "tool_calls" : "stop")) {
    throw new Error(`The answer ends with ${choice.finish_reason}.`);
  }
  return choice.message;
}
