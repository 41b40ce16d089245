import { messagesDialectName } from "../../../contracts/messages-dialect-name.ts";
import type { UpstreamApi } from "./declare.ts";

const apis: ReadonlyMap<string, UpstreamApi> = new Map([
  [messagesDialectName, "messages"],
  ["openai-responses", "responses"],
  ["openai-chat", "chat"],
]);

/** The API of an upstream. Packages of the AI SDK name their dialects after themselves. */
export function upstreamApiOf(dialect: string): UpstreamApi {
  return apis.get(dialect) ?? "ai-sdk";
}
