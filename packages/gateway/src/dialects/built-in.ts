import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { UpstreamDialect } from "../contracts/upstream-dialect.ts";
import { aiSdkUpstreamDialect } from "./ai-sdk/ai-sdk-dialects.ts";
import { messagesDialect } from "./messages/client/messages-dialect.ts";
import { messagesUpstreamDialect } from "./messages/upstream/messages-upstream-dialect.ts";
import { chatDialect } from "./openai/chat/client/chat-dialect.ts";
import { chatUpstreamDialect } from "./openai/chat/upstream/chat-upstream-dialect.ts";
import { responsesDialect } from "./openai/responses/client/responses-dialect.ts";
import { responsesUpstreamDialect } from "./openai/responses/upstream/responses-upstream-dialect.ts";

/** The client dialects; the first is the fallback. To add one, create a folder next to these and add a line here. */
export const clientDialects: readonly ClientDialect[] = [messagesDialect, chatDialect, responsesDialect];

/** The upstream dialects that a config may name. */
export const upstreamDialects: readonly UpstreamDialect[] = [
  messagesUpstreamDialect,
  chatUpstreamDialect,
  responsesUpstreamDialect,
  aiSdkUpstreamDialect,
];
