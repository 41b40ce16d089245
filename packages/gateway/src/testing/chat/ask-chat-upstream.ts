import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import {
  type ChatUpstreamOptions,
  createChatUpstream,
} from "../../dialects/openai/chat/upstream/create-chat-upstream.ts";
import { callOf } from "../call-of.ts";
import { serveFetch } from "../serve.ts";
import type { AskedChat } from "./ask-chat.ts";
import type { ChatModel } from "./chat-request.ts";
import { createStrictChatApi, type StrictChatOptions } from "./strict-chat-api.ts";

/** Sends requests in the inner form over the gateway's own HTTP client to a strict Chat Completions server, one after another. */
export async function askChatUpstream(
  bodies: readonly Partial<MessagesBody>[],
  {
    model = () => ({ text: "Fine." }),
    ...options
  }: Partial<ChatUpstreamOptions> & StrictChatOptions & { readonly model?: ChatModel } = {},
): Promise<AskedChat> {
  const api = createStrictChatApi(model, options);
  const server = await serveFetch(api.fetch);
  const upstream = createChatUpstream({ name: "chat", url: `${server.url}/v1`, ...options });
  try {
    const answers: AnswerMessage[] = [];
    for (const body of bodies) {
      answers.push(await upstream.doGenerate(callOf({ model: "m", max_tokens: 100, messages: [], ...body })));
    }
    return { sent: api.accepted, answers };
  } finally {
    upstream.close?.();
    await server.close();
  }
}
