import type { AdapterCatalogue } from "@toolcrib/core/adapters";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { type DeferredRequest, insertAfter, mapSearches } from "../request/read-request.ts";
import type {
  Answer,
  CallOptions,
  GivenTool,
  Model,
  PromptMessage,
  StreamAnswer,
  StreamPart,
} from "../request/sdk-types.ts";
import { definitionOf, omitted, optionsKey } from "./openai.ts";

/**
 * OpenAI's own tool search, answered by the agent: the API loads the definitions where the answer stands. The agent
 * keeps an ordinary search tool; calls and results of it are written in OpenAI's form here, and read back.
 */
export function openaiSearch(request: DeferredRequest, { provider }: Pick<Model, "provider">): CallOptions {
  const { params, catalogue, eager, deferred } = request;
  const { name: searchToolName } = catalogue.searchTool;
  const byName = new Map(deferred.map((tool) => [tool.name, tool]));
  const notes = new Map<object, string>();
  const prompt = mapSearches(request, (part, { tools, note }) => {
    const definitions = tools.flatMap((name) => byName.get(name) ?? []).map(definitionOf);
    const value = { tools: definitions.map((definition) => ({ ...definition, defer_loading: true })) };
    const answering = { ...part, output: { type: "json" as const, value } };
    if (note !== undefined) notes.set(answering, note);
    return answering;
  });
  // The API cannot be made to search; to call some tool is the nearest.
  const { toolChoice } = params;
  const forcesSearch = toolChoice?.type === "tool" && toolChoice.toolName === searchToolName;
  return {
    ...params,
    ...(forcesSearch ? { toolChoice: { type: "required" } } : {}),
    tools: [...eager.map((tool) => asToolSearch(tool, catalogue)), ...omitted(deferred, optionsKey(provider))],
    // The answer has no room for text, so a note follows the results.
    prompt: insertAfter(
      prompt.map((message) => asSearchCalls(message, searchToolName)),
      (message) => {
        if (message.role !== "tool") return [];
        const texts = message.content.flatMap((part) => notes.get(part) ?? []);
        return texts.length === 0 ? [] : [{ role: "system", content: texts.join("\n\n") }];
      },
    ),
  };
}

function asToolSearch(tool: GivenTool, { searchTool }: AdapterCatalogue): GivenTool {
  if (tool.name !== searchTool.name) return tool;
  const { description, input_schema: parameters } = searchTool;
  return {
    type: "provider",
    id: "openai.tool_search",
    name: tool.name,
    args: { execution: "client", description, parameters },
  };
}

function asSearchCalls(message: PromptMessage, searchToolName: string): PromptMessage {
  if (message.role !== "assistant") return message;
  const content = message.content.map((part) =>
    part.type === "tool-call" && part.toolName === searchToolName
      ? { ...part, input: { arguments: part.input, call_id: part.toolCallId } }
      : part,
  );
  return { ...message, content };
}

/** The answer with searches as calls of the agent's search tool. */
export function readSearches(answer: Answer, { searchTool }: AdapterCatalogue): Answer {
  const content = answer.content.map((part) => (part.type === "tool-call" ? asCall(part, searchTool.name) : part));
  return { ...answer, content };
}

/** The same while it streams. */
export function readSearchStream(answer: StreamAnswer, { searchTool }: AdapterCatalogue): StreamAnswer {
  const reading = new TransformStream<StreamPart, StreamPart>({
    transform: (part, controller) =>
      controller.enqueue(part.type === "tool-call" ? asCall(part, searchTool.name) : part),
  });
  return { ...answer, stream: answer.stream.pipeThrough(reading) };
}

type CallPart = Extract<StreamPart, { type: "tool-call" }>;

function asCall(part: CallPart, searchToolName: string): CallPart {
  const input = part.toolName === searchToolName ? parseJson(part.input) : undefined;
  return isRecord(input) && "arguments" in input ? { ...part, input: JSON.stringify(input["arguments"] ?? {}) } : part;
}
