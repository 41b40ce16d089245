import type { UpstreamDialect } from "../contracts/upstream-dialect.ts";
import { aiSdkUpstreamDialect } from "./ai-sdk/ai-sdk-dialects.ts";
import { messagesUpstreamDialect } from "./messages/upstream/messages-upstream-dialect.ts";
import { chatUpstreamDialect } from "./openai/chat/upstream/chat-upstream-dialect.ts";
import { responsesUpstreamDialect } from "./openai/responses/upstream/responses-upstream-dialect.ts";

/**
 * The upstream dialects that a config may name. To add one, create a folder next to these files and add a line here. Each loads
 * its code when an upstream is created, so that the command line can list the names at once.
 */
export const upstreamDialects: readonly UpstreamDialect[] = [
  messagesUpstreamDialect,
  chatUpstreamDialect,
  responsesUpstreamDialect,
  aiSdkUpstreamDialect,
];

/** The names of the dialects whose upstreams need a URL and nothing else. */
export const urlDialectNames: readonly string[] = upstreamDialects.flatMap(({ name, needsUrl }) =>
  needsUrl ? [name] : [],
);
