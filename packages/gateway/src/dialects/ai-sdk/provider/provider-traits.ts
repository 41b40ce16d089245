import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { cacheKeyField, shortId } from "../../openai/shared/cache-key.ts";

type ProviderOptions = NonNullable<LanguageModelV4CallOptions["providerOptions"]>;

/** The key for the built-in provider's options. */
export const compatibleProviderName = "toolcrib";

/** What a provider supports beyond the specification's common subset, and how to ask for it. */
export interface ProviderTraits {
  /** The wire format, for the trace and the capability table. */
  readonly dialect: string;
  /** Whether `role: "system"` may appear anywhere in the conversation. If not, its text goes into a user message. */
  readonly takesSystemMessagesInPlace: boolean;
  /** Whether it takes the Messages API's conversations: the user begins, and a first system message in the middle goes to the top. */
  readonly isAnthropic: boolean;
  /** The smallest limit of an answer: clients ask for one token to see whether anybody answers. */
  readonly minOutputTokens: number;
  /** Whether a tool result may contain images. If not, they follow it in a user message. */
  readonly takesImagesInResults: boolean;
  /** Whether image URLs are passed on unchanged although the model lists no supported URLs. */
  readonly takesImageUrls: boolean;
  /** Whether `strict` works as in the Messages API. Other providers require more of a schema, and reject less. */
  readonly takesStrict: boolean;
  /** Whether a failed result is flagged on the wire. If not, its text must say so. */
  readonly marksFailedResults: boolean;
  /** The call ids it accepts; others are replaced by their hash. */
  readonly callIds: RegExp;
  /** The maximum length of a replacement id. */
  readonly callIdLength: number;
  /** Whether reasoning effort is passed on: a model without reasoning may reject it. */
  readonly takesEffort: boolean;
  /** Fields of the inner form that the package drops: a request with one of them is rejected. */
  readonly rejects: readonly string[];
  /** Options of every call. */
  readonly always: ProviderOptions;
  /** Options that ask for one call at a time. */
  readonly oneCallAtATime: ProviderOptions;
  /** Options that say who asks, and in which session. */
  readonly identify: (caller: Caller) => ProviderOptions;
}

/** Who asks. */
interface Caller {
  readonly user?: string | undefined;
  /** Requests of one session are served from the same cache, where a provider has that. */
  readonly session?: string | undefined;
}

const chatTraits: ProviderTraits = {
  dialect: "@ai-sdk/openai-compatible",
  takesSystemMessagesInPlace: false,
  isAnthropic: false,
  minOutputTokens: 1,
  takesImagesInResults: false,
  takesImageUrls: true,
  takesStrict: false,
  marksFailedResults: false,
  callIds: /^.{1,40}$/,
  callIdLength: 40,
  takesEffort: false,
  rejects: [],
  always: {},
  oneCallAtATime: { [compatibleProviderName]: { parallel_tool_calls: false } },
  identify: ({ user, session }) => ({
    [compatibleProviderName]: { ...(user && { user: shortId(user) }), ...cacheKeyField(session) },
  }),
};

/** The packages that speak OpenAI's Responses API, which has fewer settings. The gateway has the whole conversation, so nothing is stored there. */
const openAiTraits: Partial<ProviderTraits> = {
  takesSystemMessagesInPlace: true,
  takesImagesInResults: true,
  minOutputTokens: 16,
  rejects: ["stop_sequences", "top_k"],
  always: { openai: { store: false } },
  identify: ({ user, session }) => ({
    openai: { ...(user && { safetyIdentifier: shortId(user) }), ...(session && { promptCacheKey: shortId(session) }) },
  }),
};

const packageTraits: Readonly<Record<string, Partial<ProviderTraits>>> = {
  "@ai-sdk/anthropic": {
    takesSystemMessagesInPlace: true,
    isAnthropic: true,
    // As the gateway's own client asks for.
    always: { anthropic: { cacheControl: { type: "ephemeral" } } },
    takesImagesInResults: true,
    takesStrict: true,
    marksFailedResults: true,
    callIds: /^[\w-]+$/,
    oneCallAtATime: { anthropic: { disableParallelToolUse: true } },
    identify: ({ user }) => (user === undefined ? {} : { anthropic: { metadata: { userId: user } } }),
  },
  "@ai-sdk/openai": { ...openAiTraits, oneCallAtATime: { openai: { parallelToolCalls: false } } },
  "@ai-sdk/azure": {
    ...openAiTraits,
    oneCallAtATime: { azure: { parallelToolCalls: false }, openai: { parallelToolCalls: false } },
  },
  "@ai-sdk/mistral": {
    callIds: /^[a-zA-Z0-9]{9}$/,
    callIdLength: 9,
    oneCallAtATime: { mistral: { parallelToolCalls: false } },
  },
  "@ai-sdk/google": { takesImagesInResults: true, oneCallAtATime: {} },
  "@ai-sdk/groq": { oneCallAtATime: { groq: { parallelToolCalls: false } } },
  "@ai-sdk/xai": { oneCallAtATime: { xai: { parallel_function_calling: false } } },
};

/** The traits of a provider; conservative ones if it is unknown. */
export function traitsOf(packageName: string, baseUrl: string | undefined): ProviderTraits {
  if (packageName === compatiblePackage) return isOpenAi(baseUrl) ? openAiChatTraits : chatTraits;
  return {
    ...chatTraits,
    dialect: packageName,
    takesImageUrls: false,
    takesEffort: true,
    oneCallAtATime: {},
    identify: () => ({}),
    ...packageTraits[packageName],
  };
}

/** The built-in package. */
export const compatiblePackage = "@ai-sdk/openai-compatible";

// The only host for the built-in provider that is known to accept system messages anywhere.
const openAiChatTraits: ProviderTraits = { ...chatTraits, takesSystemMessagesInPlace: true };

/** Whether a URL is OpenAI's own API: its newer models use another name for the output limit. */
export function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).hostname === "api.openai.com";
}
