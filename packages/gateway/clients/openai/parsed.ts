import type OpenAI from "openai";
import { zodFunction, zodResponseFormat, zodResponsesFunction, zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";
import type { Ask, SdkOptions } from "./conversations.ts";
import type { McpTools } from "./mcp-tools.ts";

/** What each turn ends with. */
const finalAnswer = z.object({ answer: z.string() });
const entity = z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) });
/** The SDK parses only arguments of strict schemas, so these are written out. */
const parameters: Readonly<Record<string, z.ZodType>> = {
  "mcp__everything__get-sum": z.object({ a: z.number(), b: z.number() }),
  mcp__everything__echo: z.object({ message: z.string() }),
  mcp__memory__create_entities: z.object({ entities: z.array(entity) }),
  mcp__memory__read_graph: z.object({}),
};

/** `chat.completions.parse`, with parsed arguments and a parsed answer. */
export function parseChat({ client, model, mcp }: SdkOptions): Ask {
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  const tools = describedTools(mcp).map((tool) => zodFunction(tool));
  const response_format = zodResponseFormat(finalAnswer, "final_answer");
  return async (prompt) => {
    messages.push({ role: "user", content: prompt });
    for (;;) {
      const { choices } = await client.chat.completions.parse({ model, messages, tools, response_format });
      const [choice] = choices;
      if (choice === undefined) throw new Error("The answer has no choice.");
      messages.push(choice.message);
      const { tool_calls: calls = [], parsed: answer } = choice.message;
      if (calls.length === 0) return JSON.stringify(answer);
      for (const call of calls) {
        if (call.type !== "function") throw new Error("Expected a function.");
        const { name, parsed_arguments: parsed } = call.function;
        messages.push({ role: "tool", tool_call_id: call.id, content: await mcp.call(name, JSON.stringify(parsed)) });
      }
    }
  };
}

/** The same with `responses.parse`. */
export function parseResponses({ client, model, mcp }: SdkOptions): Ask {
  let previous_response_id: string | null = null;
  const tools = describedTools(mcp).map((tool) => zodResponsesFunction(tool));
  const text = { format: zodTextFormat(finalAnswer, "final_answer") };
  return async (prompt) => {
    let input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: prompt }];
    for (;;) {
      const response = await client.responses.parse({ model, input, tools, text, previous_response_id });
      previous_response_id = response.id;
      const calls = response.output.filter((item) => item.type === "function_call");
      if (calls.length === 0) return JSON.stringify(response.output_parsed);
      input = [];
      for (const { call_id, name, parsed_arguments: parsed } of calls) {
        const output = await mcp.call(name, JSON.stringify(parsed));
        input.push({ type: "function_call_output", call_id, output });
      }
    }
  };
}

function describedTools({ list }: McpTools) {
  return list.flatMap(({ name, description }) => {
    const schema = parameters[name];
    return schema === undefined ? [] : [{ name, description, parameters: schema }];
  });
}
