// The agent's own form of a conversation: Anthropic's blocks, written in other dialects by the wires.

export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface AgentMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

export interface ToolEntry {
  readonly name?: string;
  readonly type?: string;
  readonly description?: string;
  readonly input_schema?: unknown;
  readonly [field: string]: unknown;
}

export interface AgentCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface CallAnswer {
  readonly content: string | readonly Block[];
  readonly isError?: boolean;
}

/** What an agent sends for one model call. */
export interface AgentRequest {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolEntry[];
  readonly messages: readonly AgentMessage[];
  /** Further fields of the body. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** How an agent speaks to a model. */
export interface Wire {
  readonly path: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly write: (request: AgentRequest) => { readonly tools?: readonly object[] };
  readonly read: (answer: Readonly<Record<string, unknown>>) => readonly Block[];
}

export function text(content: string): Block {
  return { type: "text", text: content };
}
