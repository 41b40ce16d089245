import { type DeferredRequest, insertAfter, mapSearches } from "../request/read-request.ts";
import type { CallOptions, FunctionTool, ResultPart } from "../request/sdk-types.ts";

/** A system message without content brings the definitions, behind the results of the search that found them. */
export function kimi(request: DeferredRequest): CallOptions {
  const { params, eager } = request;
  const found = new Map<ResultPart, readonly FunctionTool[]>();
  const prompt = mapSearches(request, (part, _output, fresh) => {
    found.set(part, fresh);
    return part;
  });
  return {
    ...params,
    tools: [...eager],
    prompt: insertAfter(prompt, (message) => {
      if (message.role !== "tool") return [];
      const fresh = message.content.flatMap((part) => (part.type === "tool-result" ? (found.get(part) ?? []) : []));
      if (fresh.length === 0) return [];
      const tools = fresh.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema as Record<string, never> },
      }));
      // The provider adds these fields to the message; the API wants no content beside tools.
      return [{ role: "system", content: "", providerOptions: { openaiCompatible: { content: undefined, tools } } }];
    }),
  };
}
