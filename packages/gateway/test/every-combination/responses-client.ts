import OpenAI from "openai";
import type { CreateClient, ReceivedAnswer } from "./client-under-test.ts";

/** OpenAI's SDK with the Responses API, without kept responses. */
export const createResponsesClient: CreateClient = ({ url, isStreaming }) => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  let given: OpenAI.Responses.FunctionTool[] = [];
  const send = async (item: OpenAI.Responses.ResponseInputItem): Promise<ReceivedAnswer> => {
    input.push(item);
    const request = { model: "m", instructions: "Work.", tools: given, input, store: false };
    const { output, output_text: text } = isStreaming
      ? await client.responses.stream(request).finalResponse()
      : await client.responses.create(request);
    input.push(...output.map(withoutParsed));
    return {
      text,
      calls: output.flatMap((one) =>
        one.type === "function_call"
          ? [{ id: one.call_id, name: one.name, input: JSON.parse(one.arguments) as unknown }]
          : [],
      ),
    };
  };
  return {
    offer(tools) {
      given = tools.map(({ name, description, schema }) => ({
        type: "function" as const,
        name,
        description,
        parameters: schema,
        strict: false,
      }));
    },
    ask: (content) => send({ role: "user", content }),
    giveResult: ({ id }, output) => send({ type: "function_call_output", call_id: id, output }),
  };
};

/** The SDK's streams add fields of their own, which the API does not accept. */
function withoutParsed(item: OpenAI.Responses.ResponseOutputItem): OpenAI.Responses.ResponseInputItem {
  const text = JSON.stringify(item, (name, value: unknown) =>
    name === "parsed_arguments" || name === "parsed" ? undefined : value,
  );
  return JSON.parse(text) as OpenAI.Responses.ResponseInputItem;
}
