import { type DeferredRequest, mapSearches } from "../request/read-request.ts";
import type { CallOptions, FunctionTool, Model } from "../request/sdk-types.ts";

/** The list of tools stays as it is; the definitions of found tools follow the result of the search that found them. */
export function openai(request: DeferredRequest, { provider }: Pick<Model, "provider">): CallOptions {
  const { params, eager, deferred } = request;
  const key = provider.startsWith("azure") ? "azure" : "openai";
  const prompt = mapSearches(request, (part, _output, fresh) => {
    if (fresh.length === 0) return part;
    const options = { ...part.providerOptions?.[key], additionalTools: fresh.map(definitionOf) };
    return { ...part, providerOptions: { ...part.providerOptions, [key]: options } };
  });
  const omitted = deferred.map((tool) => ({
    ...tool,
    providerOptions: {
      ...tool.providerOptions,
      [key]: { ...tool.providerOptions?.[key], omitFromRequestTools: true },
    },
  }));
  return { ...params, tools: [...eager, ...omitted], prompt };
}

function definitionOf({ name, description, inputSchema, strict }: FunctionTool) {
  return {
    type: "function",
    name,
    ...(description === undefined ? {} : { description }),
    parameters: inputSchema as Record<string, never>,
    ...(strict === undefined ? {} : { strict }),
  };
}
