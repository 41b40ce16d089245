import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import type { GatewayConfig, UpstreamConfig } from "../../src/config/gateway-config.ts";
import { createGateway } from "../../src/server/create-gateway.ts";
import { createStrictChatApi } from "../../src/testing/chat/strict-chat-api.ts";
import { createStrictResponsesApi } from "../../src/testing/responses-api/strict-responses-api.ts";
import { serveFetch } from "../../src/testing/serve.ts";
import { chatWire } from "./chat-wire.ts";
import { type Answered, type Asked, isFunction, type Wire } from "./exchange.ts";
import { messagesWire } from "./messages-wire.ts";
import { responsesWire } from "./responses-wire.ts";

export type WireName = "messages" | "responses" | "chat";

interface UpstreamKind {
  readonly title: string;
  readonly wire: WireName;
  /** Whether it is reached over a package of the AI SDK. */
  readonly isPackage: boolean;
  readonly configOf: (url: string) => UpstreamConfig;
}

/** A client on an upstream. */
export interface Combination {
  readonly client: WireName;
  readonly upstream: UpstreamKind;
  /** Whether both speak the same API, so that nothing is translated. */
  readonly isSame: boolean;
}

export const wires: Readonly<Record<WireName, Wire>> = {
  messages: messagesWire,
  responses: responsesWire,
  chat: chatWire,
};

const http = { isPackage: false };

const upstreams: readonly UpstreamKind[] = [
  { ...http, title: "Messages", wire: "messages", configOf: (url) => ({ dialect: "anthropic", url }) },
  {
    ...http,
    title: "Responses",
    wire: "responses",
    configOf: (url) => ({ dialect: "openai-responses", url: `${url}/v1` }),
  },
  {
    ...http,
    title: "Chat Completions",
    wire: "chat",
    // As OpenAI's own.
    configOf: (url) => ({
      dialect: "openai-chat",
      url: `${url}/v1`,
      settings: { traits: { takesCustomTools: true } },
    }),
  },
  {
    isPackage: true,
    title: "the AI SDK (Chat Completions)",
    wire: "chat",
    configOf: (url) => ({ dialect: "ai-sdk", url: `${url}/v1`, apiKey: "key" }),
  },
  {
    isPackage: true,
    title: "the AI SDK (@ai-sdk/anthropic)",
    wire: "messages",
    configOf: (url) => ({ dialect: "ai-sdk", package: "@ai-sdk/anthropic", url: `${url}/v1`, apiKey: "key" }),
  },
  {
    isPackage: true,
    title: "the AI SDK (@ai-sdk/openai)",
    wire: "responses",
    configOf: (url) => ({ dialect: "ai-sdk", package: "@ai-sdk/openai", url: `${url}/v1`, apiKey: "key" }),
  },
];

export const combinations: readonly Combination[] = (["messages", "responses", "chat"] as const).flatMap((client) =>
  upstreams.map((upstream) => ({
    client,
    upstream,
    isSame: upstream.wire === client && !upstream.isPackage,
  })),
);

export interface RunningCombination {
  readonly url: string;
  /** What reached the model, in the order in which it came. */
  readonly seen: readonly Asked[];
  readonly bodies: readonly object[];
  /** What the strict upstream refused, in its words. */
  readonly rejected: readonly string[];
  readonly close: () => Promise<void>;
}

const strictApis = {
  messages: () => createStrictMessagesApi(() => [{ type: "text", text: "ok" }]),
  responses: () => createStrictResponsesApi(() => ({ text: "ok" })),
  chat: () => createStrictChatApi(() => ({ text: "ok" }), { takesReasoning: true }),
} as const;

/** A gateway before an upstream that checks requests as the real API does, and gives these answers one after the other. */
export async function startCombination(
  { upstream }: Combination,
  answers: readonly Answered[],
  config: Partial<GatewayConfig> = {},
): Promise<RunningCombination> {
  const wire = wires[upstream.wire];
  const strict = strictApis[upstream.wire]();
  const bodies: object[] = [];
  const server = await serveFetch(async (request) => {
    const body = (await request.clone().json()) as { readonly stream?: boolean };
    const verdict = await strict.fetch(request);
    if (!verdict.ok) return verdict;
    bodies.push(body);
    const answer = answers[bodies.length - 1] ?? answers.at(-1);
    if (answer === undefined) throw new Error("The model has nothing to say.");
    return wire.writeAnswer(withKnownCalls(answer, wire.readRequest(body as never)), body, bodies.length);
  });
  const gateway = await createGateway({
    upstreams: { test: upstream.configOf(server.url) },
    retries: { attempts: 0 },
    ...config,
  });
  const { url } = await gateway.listen({ port: 0 });
  return {
    url,
    bodies,
    rejected: strict.rejected,
    get seen() {
      return bodies.map((body) => wire.readRequest(body as never));
    },
    close: async () => {
      await gateway.close();
      await server.close();
    },
  };
}

/** A model that was given a function instead of a custom tool writes its text as an argument. */
function withKnownCalls(answer: Answered, { tools = [] }: Asked): Answered {
  if (answer.calls === undefined) return answer;
  const calls = answer.calls.map((call) => {
    const isGivenAsFunction = tools.some((tool) => tool.name === call.name && isFunction(tool));
    return typeof call.input === "string" && isGivenAsFunction ? { ...call, input: { input: call.input } } : call;
  });
  return { ...answer, calls };
}
