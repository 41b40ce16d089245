import { createPrefixMeter, type PrefixReading } from "../prefix-meter.ts";
import type { AnswerFetch } from "../serve.ts";
import { type ChatUsage, streamedChatAnswer, wholeChatAnswer } from "./chat-answer.ts";
import { ChatRejection, chatRejectionResponse } from "./chat-rejection.ts";
import type { ChatAnswer, ChatModel, ChatRequest } from "./chat-request.ts";
import { checkChatFields } from "./check-chat-fields.ts";
import { checkChatMessages } from "./check-chat-messages.ts";

/** A request that was accepted, and what a prompt cache could reuse of it. */
export interface AcceptedChat {
  readonly body: ChatRequest;
  /** The bytes, for comparing. */
  readonly text: string;
  readonly headers: Headers;
  readonly prefix: PrefixReading;
}

export interface StrictChatApi {
  readonly fetch: AnswerFetch;
  readonly accepted: readonly AcceptedChat[];
  /** What was refused, in the API's words. */
  readonly rejected: readonly string[];
}

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

/** OpenAI's Chat Completions without a model: it refuses what the real one refuses, in its words, and a script says the answers. */
export function createStrictChatApi(
  model: ChatModel,
  { takesReasoning = false, loads, refuse }: StrictChatOptions = {},
): StrictChatApi {
  const accepted: AcceptedChat[] = [];
  const rejected: string[] = [];
  const meter = createPrefixMeter();

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname.endsWith("/models")) {
      return Response.json({ object: "list", data: [{ id: "strict-chat", object: "model" }] });
    }
    if (request.method !== "POST" || !pathname.endsWith("/chat/completions")) {
      throw new ChatRejection(`Invalid URL (${request.method} ${pathname})`, { status: 404 });
    }
    if (!/^Bearer ./.test(request.headers.get("authorization") ?? "")) {
      throw new ChatRejection("You didn't provide an API key.", { status: 401, code: "invalid_api_key" });
    }
    const text = await request.text();
    const body = JSON.parse(text) as ChatRequest;
    const words = refuse?.(body);
    if (words !== undefined) throw new ChatRejection(words);
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
  };

  return {
    accepted,
    rejected,
    async fetch(request) {
      try {
        return await answer(request);
      } catch (error) {
        if (!(error instanceof ChatRejection)) throw error;
        rejected.push(error.message);
        return chatRejectionResponse(error);
      }
    },
  };
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
