import { fallbackLoader, referenceLoader } from "@toolcrib/core/loaders";
import {
  checkFeature,
  checkReached,
  isAccepted,
  type Probe,
  postProbe,
  probeQuestion,
  probeTool,
  recommendLoader,
} from "./probe.ts";

/** The API accepts no lower limit. */
const minOutputTokens = 16;

/** Checks an upstream that speaks OpenAI's Responses API. */
export const probeResponses: Probe = async (upstream) => {
  const { model, apiKey } = upstream;
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const plain = { model, input: [probeQuestion], max_output_tokens: minOutputTokens, store: false };
  const ask = (fields: object) => postProbe(upstream, "/responses", { headers, body: { ...plain, ...fields } });
  const reached = checkReached(upstream, await ask({}));
  if (reached.state === "problem") return [reached];
  const { name, description, input_schema: parameters } = probeTool;
  const tool = { type: "function", name, description, parameters };
  const withTools = await ask({ tools: [tool] });
  const withSearch = await ask({ tools: [{ ...tool, defer_loading: true }, { type: "tool_search" }] });
  return [
    reached,
    checkFeature("upstream tools", withTools, "tools"),
    checkFeature("upstream tool_search", withSearch, "tool_search with deferred tools"),
    recommendLoader(upstream, isAccepted(withSearch) ? referenceLoader : fallbackLoader),
  ];
};
