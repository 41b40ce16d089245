import {
  type AcceptedRequest,
  checkKey,
  createStrictApi,
  OpenAiRejection,
  type StrictApi,
} from "../openai/strict-api.ts";
import { createPrefixMeter, type PrefixReading } from "../prefix-meter.ts";
import { type ChatUsage, streamedChatAnswer, wholeChatAnswer } from "./chat-answer.ts";
import type { ChatAnswer, ChatModel, ChatRequest } from "./chat-request.ts";
import { checkChatFields } from "./check-chat-fields.ts";
import { checkChatMessages } from "./check-chat-messages.ts";

export type AcceptedChat = AcceptedRequest<ChatRequest>;
export type StrictChatApi = StrictApi<ChatRequest>;

export interface StrictChatOptions {
  /** Takes and gives `reasoning_content`, as servers of open models do. OpenAI's own refuses it. */
  readonly takesReasoning?: boolean;
  /** An extension by which it loads tools: `defer_loading` with `tool_reference`, system messages with tools, or OpenRouter's search. */
  readonly loads?: "tool-reference" | "system-tools" | "openrouter-search" | undefined;
  /** Refuses more, in these words. */
  readonly refuse?: ((body: ChatRequest) => string | undefined) | undefined;
}

const charactersPerToken = 4;
const reasoningFields = ["reasoning_content", "reasoning", "reasoning_details"];

/** OpenAI's Chat Completions. */
export function createStrictChatApi(
  model: ChatModel,
  { takesReasoning = false, loads, refuse }: StrictChatOptions = {},
): StrictChatApi {
  const meter = createPrefixMeter();
  return createStrictApi(async (request, accepted) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname.endsWith("/models")) {
      return Response.json({ object: "list", data: [{ id: "strict-chat", object: "model" }] });
    }
    if (request.method !== "POST" || !pathname.endsWith("/chat/completions")) {
      throw new OpenAiRejection(`Invalid URL (${request.method} ${pathname})`, { status: 404 });
    }
    checkKey(request);
    const text = await request.text();
    const body = JSON.parse(text) as ChatRequest;
    const words = refuse?.(body);
    if (words !== undefined) throw new OpenAiRejection(words);
    const isSearching = loads === "openrouter-search";
    checkChatFields(body, { takesDeferred: loads === "tool-reference" || isSearching, takesSearch: isSearching });
    checkChatMessages(body.messages, {
      extraAssistantFields: takesReasoning ? reasoningFields : [],
      loads: isSearching ? undefined : loads,
    });
    const prefix = meter.read(renderChatPrompt(body));
    accepted.push({ body, text, headers: request.headers, prefix });
    const number = accepted.length;
    const reply = model(body, number);
    checkCalls(reply, body);
    const respond = body.stream === true ? streamedChatAnswer : wholeChatAnswer;
    return respond(body, reply, number, usageOf(prefix));
  });
}

/** The tools that the model can call: those in the prompt, and those that the conversation has loaded. */
export function callableNames({ tools = [], messages }: ChatRequest): readonly string[] {
  // OpenRouter finds what the model needs.
  const isSearched = tools.some(({ type }) => type === "openrouter:tool_search");
  const referred = messages.flatMap(({ role, content }) =>
    role === "tool" && Array.isArray(content) ? content.map(({ name, tool_name }) => name ?? tool_name) : [],
  );
  const brought = messages.flatMap(({ tools: added }) => (added ?? []) as ChatRequest["tools"] & object);
  const given = tools.filter(
    (tool) => tool.defer_loading !== true || isSearched || referred.includes(tool.function?.name),
  );
  return [...given, ...brought].flatMap((tool) => tool.function?.name ?? []);
}

/** What the model would be shown: tools, system prompt, messages. */
function renderChatPrompt({ tools = [], messages }: ChatRequest): readonly string[] {
  const [first, ...rest] = messages;
  const hasSystem = first?.role === "system";
  return [
    JSON.stringify(tools.filter(({ defer_loading }) => defer_loading !== true)),
    JSON.stringify(hasSystem ? first : null),
    ...(hasSystem ? rest : messages).map((message) => JSON.stringify(message)),
  ];
}

function usageOf({ characters, charactersReused }: PrefixReading): ChatUsage {
  const prompt = Math.ceil(characters / charactersPerToken);
  const cached = Math.floor(charactersReused / charactersPerToken);
  return {
    prompt_tokens: prompt,
    completion_tokens: 7,
    total_tokens: prompt + 7,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

function checkCalls({ calls = [] }: ChatAnswer, body: ChatRequest): void {
  const callable = callableNames(body);
  for (const { name } of calls) {
    if (body.tool_choice === "none" || !callable.includes(name)) {
      throw new Error(`The scripted model calls ${name}, which it was not given.`);
    }
  }
}
