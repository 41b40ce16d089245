import { type DeferredRequest, insertAfter, mapSearches } from "../request/read-request.ts";
import type { CallOptions, FunctionTool } from "../request/sdk-types.ts";

/** All tools are sent, deferred ones marked; a search result refers to what it found, and the API shows the definitions there. */
export function anthropic(request: DeferredRequest): CallOptions {
  const { params, eager, deferred } = request;
  const notes = new Map<object, string[]>();
  const prompt = mapSearches(request, (part, { tools, note = "Nothing was found." }) => {
    if (tools.length === 0) return { ...part, output: { type: "text", value: note } };
    const value = tools.map((toolName) => ({
      type: "custom" as const,
      providerOptions: { anthropic: { type: "tool-reference", toolName } },
    }));
    const referring = { ...part, output: { type: "content" as const, value } };
    notes.set(referring, note === "Nothing was found." ? [] : [note]);
    return referring;
  });
  return {
    ...params,
    tools: [...eager, ...deferred.map(markDeferred)],
    // Nothing may stand beside references inside a result, so what else there is to say follows the results.
    prompt: insertAfter(prompt, (message) => {
      if (message.role !== "tool") return [];
      const beside = message.content.flatMap((part) => notes.get(part) ?? []);
      if (!message.content.some((part) => notes.has(part))) return [];
      return [{ role: "user", content: [{ type: "text", text: ["Tool loaded.", ...beside].join(" ") }] }];
    }),
  };
}

function markDeferred(tool: FunctionTool): FunctionTool {
  const { providerOptions } = tool;
  return {
    ...tool,
    providerOptions: { ...providerOptions, anthropic: { ...providerOptions?.["anthropic"], deferLoading: true } },
  };
}
