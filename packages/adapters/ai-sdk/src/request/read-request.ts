import { CoreError } from "@toolcrib/core";
import { type AdapterCatalogue, readSearchOutput, type SearchOutput } from "@toolcrib/core/adapters";
import { moveBreakpoint } from "./cache-breakpoint.ts";
import type { CallOptions, FunctionTool, GivenTool, Prompt, PromptMessage, ResultPart } from "./sdk-types.ts";

/** A request with something to defer, taken apart for the loaders. */
export interface DeferredRequest {
  /** The request, with the names of the deferred tools in its system prompt. */
  readonly params: CallOptions;
  readonly catalogue: AdapterCatalogue;
  readonly eager: readonly GivenTool[];
  /** By name; never the tool that the request forces the model to call. */
  readonly deferred: readonly FunctionTool[];
  /** Those of them that the prompt has loaded, in the order loaded. */
  readonly loaded: readonly FunctionTool[];
}

/**
 * Undefined if the request has no search tool, or none of the tools that it finds, because another agent shares the
 * model: then everything is sent unchanged.
 */
export function readRequest(params: CallOptions, catalogue: AdapterCatalogue): DeferredRequest | undefined {
  const { tools = [], toolChoice, prompt } = params;
  if (!tools.some(({ name }) => name === catalogue.searchTool.name)) return undefined;
  const { systemText: text } = catalogue;
  // A middleware between the two may have copied the request.
  if (text !== undefined && prompt.some(({ role, content }) => role === "system" && content.endsWith(text))) {
    throw new CoreError("applied_twice", { adapter: "@toolcrib/ai-sdk" });
  }
  if (catalogue.defers && !tools.some(({ name }) => catalogue.isDeferred(name))) return undefined;
  const forced = toolChoice?.type === "tool" ? toolChoice.toolName : undefined;
  const canDefer = (tool: GivenTool): tool is FunctionTool => tool.type === "function" && tool.name !== forced;
  const pinned = tools.filter(({ name }) => name === forced && catalogue.isDeferred(name));
  const { eager, deferred } = moveBreakpoint(
    [...catalogue.eager(tools), ...pinned],
    catalogue.deferred(tools).filter(canDefer),
  );
  const byName = new Map(deferred.map((tool) => [tool.name, tool]));
  return {
    params: { ...params, prompt: withSystemText(prompt, text) },
    catalogue,
    eager,
    deferred,
    loaded: catalogue.loaded(resultsOf(prompt)).flatMap((name) => byName.get(name) ?? []),
  };
}

/** Rewrites the results of searches. `fresh` are the tools that no earlier result has loaded. */
export function mapSearches(
  { params, catalogue, deferred }: DeferredRequest,
  map: (part: ResultPart, output: SearchOutput, fresh: readonly FunctionTool[]) => ResultPart,
): Prompt {
  const byName = new Map(deferred.map((tool) => [tool.name, tool]));
  return params.prompt.map((message) => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) => {
      if (part.type !== "tool-result" || part.toolName !== catalogue.searchTool.name) return part;
      const { note, tools } = readSearchOutput(outputValue(part));
      const present = tools.filter((name) => deferred.some((tool) => tool.name === name));
      const fresh = present.flatMap((name) => byName.get(name) ?? []);
      for (const { name } of fresh) byName.delete(name);
      return map(part, { tools: present, ...(note === undefined ? {} : { note }) }, fresh);
    });
    return { ...message, content };
  });
}

/** Adds messages behind those that say so. */
export function insertAfter(prompt: Prompt, follow: (message: PromptMessage) => readonly PromptMessage[]): Prompt {
  return prompt.flatMap((message) => [message, ...follow(message)]);
}

function* resultsOf(prompt: Prompt): Generator<{ name: string; output: unknown }> {
  for (const message of prompt) {
    if (message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-result") yield { name: part.toolName, output: outputValue(part) };
    }
  }
}

function outputValue({ output }: ResultPart): unknown {
  return output.type === "json" || output.type === "text" ? output.value : undefined;
}

/** In the system message, or as one: the same bytes in every request of a conversation. */
function withSystemText(prompt: Prompt, text: string | undefined): Prompt {
  if (text === undefined) return prompt;
  const end = prompt.findIndex(({ role }) => role !== "system");
  const last = prompt[(end < 0 ? prompt.length : end) - 1];
  if (last?.role !== "system") return [{ role: "system", content: text }, ...prompt];
  return prompt.with(prompt.indexOf(last), { ...last, content: `${last.content}\n\n${text}` });
}
