import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import { type AiSdkUpstreamOptions, createAiSdkUpstream } from "../../dialects/ai-sdk/create-ai-sdk-upstream.ts";
import { callOf } from "../call-of.ts";
import { serveFetch } from "../serve.ts";
import type { ChatModel } from "./chat-request.ts";
import { type AcceptedChat, createStrictChatApi, type StrictChatOptions } from "./strict-chat-api.ts";

export interface AskedChat {
  readonly sent: readonly AcceptedChat[];
  readonly answers: readonly AnswerMessage[];
}

/** Sends requests in the inner form through the built-in provider to a strict Chat Completions server, one after another. */
export async function askChat(
  bodies: readonly Partial<MessagesBody>[],
  {
    model = () => ({ text: "Fine." }),
    ...options
  }: Partial<AiSdkUpstreamOptions> & StrictChatOptions & { readonly model?: ChatModel } = {},
): Promise<AskedChat> {
  const api = createStrictChatApi(model, options);
  const server = await serveFetch(api.fetch);
  try {
    const upstream = await createAiSdkUpstream({ name: "chat", baseUrl: `${server.url}/v1`, ...options });
    const answers: AnswerMessage[] = [];
    for (const body of bodies) {
      answers.push(await upstream.doGenerate(callOf({ model: "m", max_tokens: 100, messages: [], ...body })));
    }
    return { sent: api.accepted, answers };
  } finally {
    await server.close();
  }
}
