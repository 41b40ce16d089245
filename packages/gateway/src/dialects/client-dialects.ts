import type { ClientDialect } from "../contracts/client-dialect.ts";
import { messagesDialect } from "./messages/client/messages-dialect.ts";
import { chatDialect } from "./openai/chat/client/chat-dialect.ts";
import { responsesDialect } from "./openai/responses/responses-dialect.ts";

/** The client dialects; the first is the fallback. To add one, create a folder next to these files and add a line here. */
export const clientDialects: readonly ClientDialect[] = [messagesDialect, chatDialect, responsesDialect];
