import { fallbackLoader } from "@toolcrib/core/loaders";
import {
  checkFeature,
  checkReached,
  type Probe,
  postProbe,
  probeQuestion,
  probeTool,
  recommendLoader,
} from "./probe.ts";

/** Checks an upstream that speaks OpenAI's Chat Completions. */
export const probeChat: Probe = async (upstream) => {
  const { model, apiKey } = upstream;
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const ask = (body: object) =>
    postProbe(upstream, "/chat/completions", { headers, body: { model, max_tokens: 1, ...body } });
  const reached = checkReached(upstream, await ask({ messages: [probeQuestion] }));
  if (reached.state === "problem") return [reached];
  const { name, description, input_schema: parameters } = probeTool;
  const tools = [{ type: "function", function: { name, description, parameters } }];
  const withTools = await ask({ messages: [probeQuestion], tools });
  return [reached, checkFeature("upstream tools", withTools, "tools"), recommendLoader(upstream, fallbackLoader)];
};
