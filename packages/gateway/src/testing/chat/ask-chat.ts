import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import type { Upstream } from "../../contracts/upstream.ts";
import { type AiSdkUpstreamOptions, createAiSdkUpstream } from "../../dialects/ai-sdk/create-ai-sdk-upstream.ts";
import {
  type ChatUpstreamOptions,
  createChatUpstream,
} from "../../dialects/openai/chat/upstream/create-chat-upstream.ts";
import { callOf } from "../call-of.ts";
import { serveFetch } from "../serve.ts";
import type { ChatModel } from "./chat-request.ts";
import { type AcceptedChat, createStrictChatApi, type StrictChatOptions } from "./strict-chat-api.ts";

export interface AskedChat {
  readonly sent: readonly AcceptedChat[];
  readonly answers: readonly AnswerMessage[];
}

/** What the model says, and what the strict server takes. */
type ServerOptions = StrictChatOptions & { readonly model?: ChatModel };
type Bodies = readonly Partial<MessagesBody>[];

/** Sends requests in the inner form through the built-in provider of the AI SDK to a strict Chat Completions server, one after another. */
export function askAiSdk(
  bodies: Bodies,
  options: Partial<AiSdkUpstreamOptions> & ServerOptions = {},
): Promise<AskedChat> {
  return ask(bodies, options, (url) => createAiSdkUpstream({ name: "chat", baseUrl: url, ...options }));
}

/** The same, over the gateway's own HTTP client. */
export function askChatUpstream(
  bodies: Bodies,
  options: Partial<ChatUpstreamOptions> & ServerOptions = {},
): Promise<AskedChat> {
  return ask(bodies, options, (url) => createChatUpstream({ name: "chat", url, ...options }));
}

/** The upstreams that translate conversations for chat models: both write the same messages. `traits` correct what is assumed of the server. */
export const chatAskers: readonly (readonly [
  name: string,
  ask: (bodies: Bodies, options?: ServerOptions & { readonly traits?: object }) => Promise<AskedChat>,
])[] = [
  ["an AI SDK upstream", askAiSdk],
  [
    "a Chat upstream",
    (bodies, { traits, ...options } = {}) =>
      askChatUpstream(bodies, { ...options, ...(traits !== undefined && { settings: { traits } }) }),
  ],
];

async function ask(
  bodies: Bodies,
  { model = () => ({ text: "Fine." }), ...options }: ServerOptions,
  createUpstream: (url: string) => Upstream | Promise<Upstream>,
): Promise<AskedChat> {
  const api = createStrictChatApi(model, options);
  const server = await serveFetch(api.fetch);
  const upstream = await createUpstream(`${server.url}/v1`);
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
