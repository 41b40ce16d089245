import type { Loader } from "./loader.ts";
import { markedTools } from "./tool-lists.ts";

/** For servers of Chat Completions that take `defer_loading` and `tool_reference`, as vLLM, SGLang and Baseten do for some models. */
export const toolReferenceLoader: Loader = {
  specificationVersion: "v1",
  name: "tool-reference",
  summary: "sends tools deferred to a chat server, which loads those that a tool message refers to",
  defers: true,
  keepsPrefix: true,
  dialects: ["openai-chat"],
  definitionsIn: "upstream",
  loading: "reference",
  tools: ({ plan }) => plan.derive(markedTools),
  keepsGivenList: ({ deferBy }) => deferBy === "flags",
};
