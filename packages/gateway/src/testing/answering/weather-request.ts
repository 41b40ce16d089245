import type { MessagesBody } from "../../contracts/inner-form.ts";
import { bm25Entry, deferred, tool, user } from "./blocks.ts";

/** A request about the weather, over a few deferred tools and the API's BM25 search. */
export function weatherRequest(fields: Partial<MessagesBody> = {}): MessagesBody {
  return {
    model: "claude-sonnet-5-5",
    max_tokens: 1000,
    messages: [user("How is the weather?")],
    tools: weatherTools,
    ...fields,
  };
}

export const weatherTools = [
  bm25Entry,
  tool("Bash"),
  deferred("get_weather"),
  deferred("get_exchange_rate"),
  deferred("list_stocks"),
];

/** What a scripted model says when it searches. */
export const saysSearch = (name: string, input: object) => ({ text: "Searching.", calls: [{ name, input }] });
