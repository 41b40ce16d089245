import OpenAI from "openai";
import {
  type CreateClient,
  isOfServer,
  type OfferedTool,
  type ReceivedAnswer,
  type ReceivedCall,
  searchName,
  searchTool,
} from "./client-under-test.ts";

type Item = OpenAI.Responses.ResponseInputItem;

/** OpenAI's SDK with the Responses API, without kept responses. If it defers, it does so as Codex does: with a search of its own. */
export const createResponsesClient: CreateClient = ({ isStreaming, defers }) => {
  const client = new OpenAI({ apiKey: "key", maxRetries: 0 });
  const input: Item[] = [];
  let given: OpenAI.Responses.Tool[] = [];
  const send = async (item: Item): Promise<ReceivedAnswer> => {
    input.push(item);
    const request = { model: "m", instructions: "Work.", tools: given, input, store: false };
    const { output, output_text: text } = isStreaming
      ? await client.responses.stream(request).finalResponse()
      : await client.responses.create(request);
    input.push(...output.map(withoutParsed));
    return { text, calls: output.flatMap(readCall) };
  };
  return {
    connect(url) {
      client.baseURL = `${url}/v1`;
    },
    offer(tools) {
      given = defers ? [ownSearch, ...tools.filter((tool) => !isOfServer(tool)).map(write)] : tools.map(write);
    },
    ask: (content) => send({ role: "user", content }),
    giveResult: ({ id }, output) => send({ type: "function_call_output", call_id: id, output }),
    giveFound: ({ id }, found) => {
      const [namespace = "", name = ""] = split(found.name);
      const member = { ...write({ ...found, name }), defer_loading: true };
      const tools = [{ type: "namespace" as const, name: namespace, description: "A server.", tools: [member] }];
      return send({ type: "tool_search_output", call_id: id, execution: "client", status: "completed", tools });
    },
  };
};

const ownSearch: OpenAI.Responses.ToolSearchTool = {
  type: "tool_search",
  execution: "client",
  description: searchTool.description,
  parameters: searchTool.schema,
};

function write({ name, description, schema }: OfferedTool): OpenAI.Responses.FunctionTool {
  return { type: "function", name, description, parameters: schema, strict: false };
}

/** The namespace and the name of a server's tool. */
function split(name: string): readonly string[] {
  const at = name.lastIndexOf("__");
  return [name.slice(0, at), name.slice(at + 2)];
}

function readCall(item: OpenAI.Responses.ResponseOutputItem): readonly ReceivedCall[] {
  if (item.type === "tool_search_call") {
    return [{ id: item.call_id ?? "", name: searchName, input: item.arguments }];
  }
  if (item.type !== "function_call") return [];
  const name = item.namespace === undefined ? item.name : `${item.namespace}__${item.name}`;
  return [{ id: item.call_id, name, input: JSON.parse(item.arguments) as unknown }];
}

/** The SDK's streams add fields of their own, which the API does not accept. */
function withoutParsed(item: OpenAI.Responses.ResponseOutputItem): Item {
  const text = JSON.stringify(item, (name, value: unknown) =>
    name === "parsed_arguments" || name === "parsed" ? undefined : value,
  );
  return JSON.parse(text) as Item;
}
