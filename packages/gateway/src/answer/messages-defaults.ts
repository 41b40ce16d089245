import type { ClientRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import { assistantBegins } from "../dialects/shared/blocks/message-blocks.ts";
import type { Capabilities } from "../route/capabilities.ts";

/** Every current model of the Messages API can write this much. */
const fallbackMaxTokens = 32_000;

/**
 * Adds what the Messages API needs and clients of other dialects need not send: a limit for the answer, a first message of the user, and
 * the request to cache the prompt, which OpenAI does unasked. Other upstreams, and clients of the Messages API, get exactly what was sent.
 */
export function withMessagesDefaults(request: ClientRequest, capabilities: Capabilities): ClientRequest {
  const { body, dialect, route, kind } = request;
  const { upstream } = route;
  if (!speaksMessages(upstream) || dialect === upstream.dialect || kind === "count_tokens") return request;
  const known = capabilities.find(upstream, route.model ?? body.model)?.maxOutputTokens;
  const completed: MessagesBody = {
    cache_control: { type: "ephemeral" },
    ...body,
    ...(body.messages[0]?.role === "assistant" && {
      messages: [{ role: "user", content: assistantBegins }, ...body.messages],
    }),
    max_tokens: body.max_tokens ?? known ?? fallbackMaxTokens,
  };
  return { ...request, body: completed };
}
