import { textOf } from "../../prompt/prompt.ts";
import type { AgentMessage, Block, Wire } from "../conversation.ts";
import { textOfResult } from "./chat.ts";
import { maxOutputTokens } from "./messages.ts";

/** OpenAI's Responses, with the whole conversation in every request. */
export const responsesWire: Wire = {
  path: "/v1/responses",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  write: ({ model, system, tools, messages, fields }) => ({
    model,
    max_output_tokens: maxOutputTokens,
    store: false,
    instructions: system,
    input: messages.flatMap(writeMessage),
    ...(tools.length === 0 ? {} : { tools: tools.map(writeTool) }),
    ...fields,
  }),
  read: ({ output }) =>
    (output as readonly Block[]).flatMap((item): readonly Block[] => {
      if (item.type === "message") {
        const parts = item["content"] as readonly Block[];
        return [{ type: "text", text: parts.map((part) => textOf(part["text"] ?? part["refusal"])).join("") }];
      }
      if (item.type !== "function_call") return [];
      const input = JSON.parse(String(item["arguments"])) as unknown;
      return [{ type: "tool_use", id: item["call_id"], name: item["name"], input }];
    }),
};

function writeTool({ name, description, input_schema: schema }: Readonly<Record<string, unknown>>): object {
  // The API wants `properties` where a schema has none.
  const parameters = { properties: {}, ...(schema as object) };
  return { type: "function", name, ...(description === undefined ? {} : { description }), parameters, strict: false };
}

function writeMessage({ role, content }: AgentMessage): readonly object[] {
  return content.flatMap((block): readonly object[] => {
    switch (block.type) {
      case "text":
        return [{ type: "message", role, content: block["text"] }];
      case "tool_use": {
        const { id, name, input } = block;
        return [{ type: "function_call", call_id: id, name, arguments: JSON.stringify(input) }];
      }
      case "tool_result":
        return [{ type: "function_call_output", call_id: block["tool_use_id"], output: textOfResult(block) }];
      default:
        return [];
    }
  });
}
