import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { UpstreamDialect } from "../contracts/upstream-dialect.ts";
import { aiSdkUpstreamDialect, openAiUpstreamDialect } from "./ai-sdk/ai-sdk-dialects.ts";
import { messagesDialect } from "./messages/client/messages-dialect.ts";
import { messagesUpstreamDialect } from "./messages/upstream/messages-upstream-dialect.ts";

/** What clients may speak; the first answers where nothing tells. A new dialect is a folder beside these and a line here. */
export const clientDialects: readonly ClientDialect[] = [messagesDialect];

/** What the config may name as an upstream's dialect. */
export const upstreamDialects: readonly UpstreamDialect[] = [
  messagesUpstreamDialect,
  openAiUpstreamDialect,
  aiSdkUpstreamDialect,
];
