import type { ProcessInputStepArgs } from "@mastra/core/processors";
import { type AdapterCatalogue, bridgePrompt, createPartReader, withMethods } from "@toolcrib/core/adapters";

type Model = ProcessInputStepArgs["model"];

/** What Mastra calls a model with, and what it answers, as far as the bridge changes them. */
interface CallOptions {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string }[];
  readonly toolChoice?: { readonly type: string; readonly toolName?: string };
}
type Part = { readonly type: string };
type Answer = { readonly stream: ReadableStream<Part> };

/** The model behind the bridge: its list of tools never changes, and one tool calls what was found. */
export function bridgeModel(model: Model, catalogue: AdapterCatalogue): Model {
  const around = (method: (options: never) => PromiseLike<unknown>) => async (options: CallOptions) =>
    readAnswer((await method.call(model, prepare(options, catalogue) as never)) as Answer, catalogue);
  const methods = { doGenerate: around(model.doGenerate), doStream: around(model.doStream) };
  return withMethods(model, methods as unknown as Partial<Model>);
}

function prepare(options: CallOptions, catalogue: AdapterCatalogue): CallOptions {
  const { prompt, tools = [], toolChoice } = options;
  const { name, description, input_schema: inputSchema } = catalogue.bridge.tool;
  const sent = [...catalogue.eager(tools), { type: "function", name, description, inputSchema }];
  const isBehind = (called: string) => catalogue.isDeferred(called) && called !== toolChoice?.toolName;
  return {
    ...options,
    prompt: bridgePrompt(prompt, catalogue, isBehind),
    // Mastra sends no tools with a choice of none.
    ...(tools.length === 0 ? {} : { tools: catalogue.withForced(sent, tools, toolChoice?.toolName) }),
  };
}

/** Mastra reads the stream, also of an answer that comes whole. */
function readAnswer(answer: Answer, catalogue: AdapterCatalogue): Answer {
  const read = createPartReader<Part>(catalogue);
  const reading = new TransformStream<Part, Part>({
    transform: (part, controller) => {
      for (const real of read(part)) controller.enqueue(real);
    },
  });
  return { ...answer, stream: answer.stream.pipeThrough(reading) };
}
