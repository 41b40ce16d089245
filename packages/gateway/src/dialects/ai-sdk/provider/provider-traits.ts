import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";

type ProviderOptions = NonNullable<LanguageModelV4CallOptions["providerOptions"]>;

/** The key under which options for the built-in provider travel. */
export const compatibleProviderName = "toolcrib";

/** What a provider takes beyond the specification's common ground, and how it is told. */
export interface ProviderTraits {
  /** The wire format, for the trace and the capability table. */
  readonly dialect: string;
  /** Whether `role: "system"` may stand anywhere in the conversation. Elsewhere its text is put into a user message. */
  readonly takesSystemMessagesInPlace: boolean;
  /** Whether a tool result may hold images. Elsewhere they follow it in a user message. */
  readonly takesImagesInResults: boolean;
  /** Whether image addresses are passed on as they are, though the model lists no addresses that it reads. */
  readonly takesImageUrls: boolean;
  /** Whether it holds tools to `strict` as the Messages API does. Others ask more of such a schema, and refuse one that asks less. */
  readonly takesStrict: boolean;
  /** Whether a failed result is marked as such on the wire. Elsewhere its text has to say so. */
  readonly marksFailedResults: boolean;
  /** Which ids of calls are taken; others are replaced by a hash of themselves. */
  readonly callIds: RegExp;
  /** Makes an id of at most this length for one that is not taken. */
  readonly callIdLength: number;
  /** Whether the wish for more or less thinking is passed on: a model that cannot think may refuse it. */
  readonly takesEffort: boolean;
  /** Asks for one call at a time. */
  readonly oneCallAtATime: ProviderOptions;
}

const chatTraits: ProviderTraits = {
  dialect: "openai-chat",
  takesSystemMessagesInPlace: false,
  takesImagesInResults: false,
  takesImageUrls: true,
  takesStrict: false,
  marksFailedResults: false,
  callIds: /^.{1,40}$/,
  callIdLength: 40,
  takesEffort: false,
  oneCallAtATime: { [compatibleProviderName]: { parallel_tool_calls: false } },
};

const packageTraits: Readonly<Record<string, Partial<ProviderTraits>>> = {
  "@ai-sdk/anthropic": {
    takesSystemMessagesInPlace: true,
    takesImagesInResults: true,
    takesStrict: true,
    marksFailedResults: true,
    callIds: /^[\w-]+$/,
    oneCallAtATime: { anthropic: { disableParallelToolUse: true } },
  },
  "@ai-sdk/openai": {
    takesSystemMessagesInPlace: true,
    takesImagesInResults: true,
    oneCallAtATime: { openai: { parallelToolCalls: false } },
  },
  "@ai-sdk/azure": {
    takesSystemMessagesInPlace: true,
    takesImagesInResults: true,
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

/** What is known of a provider. The cautious answer where nothing is. */
export function traitsOf(packageName: string, baseUrl: string | undefined): ProviderTraits {
  if (packageName === compatiblePackage) return isOpenAi(baseUrl) ? openAiChatTraits : chatTraits;
  const named = { ...chatTraits, dialect: packageName, takesImageUrls: false, takesEffort: true, oneCallAtATime: {} };
  return { ...named, ...packageTraits[packageName] };
}

/** The package that is built in. */
export const compatiblePackage = "@ai-sdk/openai-compatible";

// The one host behind the built-in provider that is known to take system messages anywhere.
const openAiChatTraits: ProviderTraits = { ...chatTraits, takesSystemMessagesInPlace: true };

/** Whether an address is OpenAI's own: its newer models want the limit of the answer under another name. */
export function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).hostname === "api.openai.com";
}
