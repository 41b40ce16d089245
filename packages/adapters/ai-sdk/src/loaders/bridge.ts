import type { AdapterCatalogue } from "@toolcrib/core/adapters";
import type { CallWrapper } from "@toolcrib/core/loaders";
import { type DeferredRequest, mapSearches } from "../request/read-request.ts";
import type {
  Answer,
  CallOptions,
  FunctionTool,
  PromptMessage,
  StreamAnswer,
  StreamPart,
} from "../request/sdk-types.ts";

/** The list of tools never changes: search results contain the definitions, and one tool calls what was found. */
export function bridge(request: DeferredRequest): CallOptions {
  const { params, catalogue, eager, deferred } = request;
  const { tool } = catalogue.bridge;
  const isWrapped = new Set(deferred.map(({ name }) => name));
  const prompt = mapSearches(request, (part, output) => ({
    ...part,
    output: { type: "text", value: catalogue.describe(output) },
  }));
  const callTool: FunctionTool = {
    type: "function",
    name: tool.name,
    description: tool.description as string,
    inputSchema: tool.input_schema as FunctionTool["inputSchema"],
  };
  const wrapped = (message: PromptMessage): PromptMessage => {
    if (message.role !== "assistant" && message.role !== "tool") return message;
    const content = message.content.map((part) => {
      if (!("toolName" in part) || !isWrapped.has(part.toolName)) return part;
      if (part.type !== "tool-call") return { ...part, toolName: tool.name };
      const { name, input } = catalogue.wrapCall({ name: part.toolName, input: part.input });
      return { ...part, toolName: name, input };
    });
    return { ...message, content } as PromptMessage;
  };
  return { ...params, tools: [...eager, callTool], prompt: prompt.map(wrapped) };
}

/** The answer with the calls that the model meant. */
export function unwrapAnswer(answer: Answer, catalogue: AdapterCatalogue): Answer {
  return {
    ...answer,
    content: answer.content.map((part) => (part.type === "tool-call" ? realCall(part, catalogue) : part)),
  };
}

/** The same while it streams: held back only until the name of the tool is known. */
export function unwrapStream(answer: StreamAnswer, catalogue: AdapterCatalogue): StreamAnswer {
  const { bridge: wrapper } = catalogue;
  const open = new Map<
    string,
    { start: StreamPart & { type: "tool-input-start" }; reader: ReturnType<CallWrapper["createReader"]> }
  >();
  const parts = (
    id: string,
    { name, argumentText }: ReturnType<ReturnType<CallWrapper["createReader"]>["push"]>,
  ): StreamPart[] => {
    const start = open.get(id)?.start;
    return [
      ...(name === undefined || start === undefined ? [] : [{ ...start, toolName: name }]),
      ...(argumentText === "" ? [] : [{ type: "tool-input-delta" as const, id, delta: argumentText }]),
    ];
  };
  const transform = (part: StreamPart): readonly StreamPart[] => {
    if (part.type === "tool-input-start" && part.toolName === wrapper.tool.name) {
      open.set(part.id, { start: part, reader: wrapper.createReader() });
      return [];
    }
    if (part.type === "tool-call") return [realCall(part, catalogue)];
    if (part.type !== "tool-input-delta" && part.type !== "tool-input-end") return [part];
    const reader = open.get(part.id)?.reader;
    if (reader === undefined) return [part];
    if (part.type === "tool-input-delta") return parts(part.id, reader.push(part.delta));
    const rest = parts(part.id, reader.end());
    // Without a name nothing was shown, so there is nothing to end.
    return reader.name === undefined ? [] : [...rest, part];
  };
  const unwrapping = new TransformStream<StreamPart, StreamPart>({
    transform: (part, controller) => {
      for (const real of transform(part)) controller.enqueue(real);
    },
  });
  return { ...answer, stream: answer.stream.pipeThrough(unwrapping) };
}

type CallPart = Extract<StreamPart, { type: "tool-call" }>;

function realCall(part: CallPart, catalogue: AdapterCatalogue): CallPart {
  const { name, argumentText } = catalogue.unwrapText({ name: part.toolName, argumentText: part.input });
  return name === part.toolName ? part : { ...part, toolName: name, input: argumentText };
}
