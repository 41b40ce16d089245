/** A request of OpenAI's Chat Completions, as far as the checks and scripts read it. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly tool_choice?: unknown;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly [field: string]: unknown;
}

export interface ChatMessage {
  readonly role: string;
  readonly content?: string | null | readonly ChatPart[];
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string;
  readonly [field: string]: unknown;
}

interface ChatPart {
  readonly type: string;
  readonly text?: string;
  readonly [field: string]: unknown;
}

interface ChatToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface ChatTool {
  readonly type: string;
  readonly defer_loading?: boolean;
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: unknown;
    readonly strict?: boolean;
  };
}

/** What the scripted model says. */
export interface ChatAnswer {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Default: `tool_calls` where there are calls, else `stop`. */
  readonly finishReason?: string;
}

interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** What the model answers to a request; requests are counted from one. */
export type ChatModel = (body: ChatRequest, requestNumber: number) => ChatAnswer;
