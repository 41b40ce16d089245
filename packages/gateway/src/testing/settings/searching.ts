import type { Embedder } from "@toolcrib/search";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { GatewayOptions } from "../../server/gateway.ts";
import { tool } from "../answering/blocks.ts";
import type { Exchange, RunningGateway } from "./run-gateway.ts";

export const forecast = "mcp__sky__forecast";
export const order = "mcp__shop__order";
export const umbrella = "mcp__lab__umbrella";

/** Tools for which every ranker has another answer to the query. */
export const searchedTools = [
  tool(forecast, { description: "Tells the weather." }),
  tool("mcp__sky__stars", { description: "Lists what is visible at night." }),
  tool(order, { description: "Orders forecast reports and forecast maps of the week." }),
  tool(umbrella, { description: "Rain map." }),
];
export const query = "forecast map";

/** Knows one meaning: the weather. */
const embedder: Embedder = {
  specificationVersion: "v1",
  id: "weather",
  embed: (texts) => texts.map((text) => new Float32Array(/rain|weather|forecast/.test(text) ? [1, 0] : [0, 1])),
};

export const withMeanings: GatewayOptions = {
  createAnswerRequest: ({ capabilities }) => createAnswerRequest({ capabilities, embedder }),
};

/** Sends the request twice: the index has its meanings by the second time. */
export async function postTwice({ post }: RunningGateway, body: object): Promise<Exchange> {
  await post(body);
  return post(body);
}
