import type { JSONValue } from "ai";
import { type DeferredRequest, mapSearches } from "../request/read-request.ts";
import type { CallOptions, FunctionTool, Model } from "../request/sdk-types.ts";

/** The list of tools stays as it is; the definitions of found tools follow the result of the search that found them. */
export function openai(request: DeferredRequest, { provider }: Pick<Model, "provider">): CallOptions {
  const { params, eager, deferred } = request;
  const key = optionsKey(provider);
  const prompt = mapSearches(request, (part, _output, fresh) => {
    if (fresh.length === 0) return part;
    const options = { ...part.providerOptions?.[key], additionalTools: fresh.map(definitionOf) };
    return { ...part, providerOptions: { ...part.providerOptions, [key]: options } };
  });
  return { ...params, tools: [...eager, ...omitted(deferred, key)], prompt };
}

/** Where the provider reads its options. */
export function optionsKey(provider: string): string {
  return provider.startsWith("azure") ? "azure" : "openai";
}

/** Tools that the SDK can run, and that are not in the request. */
export function omitted(tools: readonly FunctionTool[], key: string): FunctionTool[] {
  return tools.map((tool) => ({
    ...tool,
    providerOptions: {
      ...tool.providerOptions,
      [key]: { ...tool.providerOptions?.[key], omitFromRequestTools: true },
    },
  }));
}

/** A definition in the form of the Responses API. */
export function definitionOf({ name, description, inputSchema, strict }: FunctionTool): Record<string, JSONValue> {
  return {
    type: "function",
    name,
    ...(description === undefined ? {} : { description }),
    parameters: inputSchema as JSONValue,
    ...(strict === undefined ? {} : { strict }),
  };
}
