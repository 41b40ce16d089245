import { type AdapterCatalogue, bridgePrompt, createPartReader } from "@toolcrib/core/adapters";
import type { DeferredRequest } from "../request/read-request.ts";
import type { Answer, CallOptions, FunctionTool, StreamAnswer, StreamPart } from "../request/sdk-types.ts";

/** The list of tools never changes: search results contain the definitions, and one tool calls what was found. */
export function bridge({ params, catalogue, eager, deferred }: DeferredRequest): CallOptions {
  const { name, description, input_schema } = catalogue.bridge.tool;
  const callTool: FunctionTool = {
    type: "function",
    name,
    description: description as string,
    inputSchema: input_schema as FunctionTool["inputSchema"],
  };
  const behind = new Set(deferred.map((tool) => tool.name));
  const prompt = bridgePrompt(params.prompt, catalogue, (toolName) => behind.has(toolName));
  return { ...params, tools: [...eager, callTool], prompt };
}

/** The answer with the calls that the model meant. */
export function unwrapAnswer(answer: Answer, catalogue: AdapterCatalogue): Answer {
  return { ...answer, content: answer.content.flatMap(createPartReader(catalogue)) };
}

/** The same while it streams: held back only until the name of the tool is known. */
export function unwrapStream(answer: StreamAnswer, catalogue: AdapterCatalogue): StreamAnswer {
  const read = createPartReader<StreamPart>(catalogue);
  const unwrapping = new TransformStream<StreamPart, StreamPart>({
    transform: (part, controller) => {
      for (const real of read(part)) controller.enqueue(real);
    },
  });
  return { ...answer, stream: answer.stream.pipeThrough(unwrapping) };
}
