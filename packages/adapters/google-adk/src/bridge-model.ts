import { type BaseLlm, LLMRegistry, type LlmRequest } from "@google/adk";
import { type AdapterCatalogue, bridgeContent, unbridgeContent, withMethods } from "@toolcrib/core/adapters";
import { SearchTool } from "./own-tools.ts";

/**
 * A model whose declarations never change, so that its prompt cache is kept: search results contain the definitions, and
 * one tool calls what was found. The agent sees the real calls. Without a `ToolcribToolset` the model stays as it is.
 */
export function bridgeModel(model: string | BaseLlm): BaseLlm {
  const llm = typeof model === "string" ? LLMRegistry.newLlm(model) : model;
  return withMethods(llm, {
    async *generateContentAsync(request, ...rest) {
      const search = Object.values(request.toolsDict).find((tool) => tool instanceof SearchTool);
      const sent = search === undefined ? request : prepare(request, search.catalogue);
      for await (const response of llm.generateContentAsync(sent, ...rest)) {
        const { content } = response;
        if (search === undefined || content === undefined) yield response;
        else yield { ...response, content: unbridgeContent(content, search.catalogue) };
      }
    },
  });
}

function prepare(request: LlmRequest, catalogue: AdapterCatalogue): LlmRequest {
  const { config = {}, contents } = request;
  const { name: bridge, description = "", input_schema: parametersJsonSchema } = catalogue.bridge.tool;
  const { allowedFunctionNames: forced = [] } = config.toolConfig?.functionCallingConfig ?? {};
  const isBehind = (name = "") => catalogue.isDeferred(name) && !forced.includes(name);
  const tools = (config.tools ?? []).map((tool) => {
    const { functionDeclarations: given = [] } = "functionDeclarations" in tool ? tool : {};
    // Beside the search, because some models take functions from one list only; once, if the model is wrapped twice.
    const takesBridge = given.some(({ name }) => name === catalogue.searchTool.name);
    if (!takesBridge || given.some(({ name }) => name === bridge)) return tool;
    const kept = given.filter(({ name }) => !isBehind(name));
    return { ...tool, functionDeclarations: [...kept, { name: bridge, description, parametersJsonSchema }] };
  });
  const bridged = contents.map((content) => bridgeContent(content, catalogue, isBehind));
  return { ...request, contents: bridged, config: { ...config, tools } };
}
