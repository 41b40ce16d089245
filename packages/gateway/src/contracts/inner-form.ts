import type { ContentBlock, Message, Tool } from "@toolcrib/core";

/**
 * A request in the inner form: a body of the Messages API. Every other dialect is translated into it and out of it at the edge.
 * Fields that the gateway does not know are kept unchanged.
 */
export interface MessagesBody {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly max_tokens?: number | undefined;
  readonly system?: string | readonly ContentBlock[] | undefined;
  readonly tools?: readonly Tool[] | undefined;
  readonly tool_choice?: ToolChoice | undefined;
  readonly stream?: boolean | undefined;
  readonly mcp_servers?: readonly unknown[] | undefined;
  readonly [field: string]: unknown;
}

export interface ToolChoice {
  readonly type: string;
  readonly name?: string;
  readonly disable_parallel_tool_use?: boolean;
}

/** What a model call used, as the Messages API counts it. */
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly server_tool_use?: Readonly<Record<string, number>> | null;
  readonly [field: string]: unknown;
}

/** A whole answer of the Messages API. */
export interface AnswerMessage {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly ContentBlock[];
  readonly stop_reason: string | null;
  readonly stop_sequence: string | null;
  readonly usage: Usage;
  readonly [field: string]: unknown;
}

/** An event of a streamed answer: the `data` of one server-sent event of the Messages API. */
export type AnswerEvent =
  | (EventFields & { readonly type: "message_start"; readonly message: AnswerMessage })
  | (EventFields & {
      readonly type: "content_block_start";
      readonly index: number;
      readonly content_block: ContentBlock;
    })
  | (EventFields & { readonly type: "content_block_delta"; readonly index: number; readonly delta: BlockDelta })
  | (EventFields & { readonly type: "content_block_stop"; readonly index: number })
  | (EventFields & {
      readonly type: "message_delta";
      readonly delta: { readonly stop_reason: string | null; readonly [field: string]: unknown };
      readonly usage: Partial<Usage>;
    })
  | (EventFields & { readonly type: "message_stop" })
  | { readonly type: "ping" }
  | { readonly type: "error"; readonly error: ApiErrorBody["error"] };

/** Further fields of an event, such as `context_management` or a provider's metrics. The client gets them as they came. */
export interface EventFields {
  readonly [field: string]: unknown;
}

export type BlockDelta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string }
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: string; readonly [field: string]: unknown };

/** An error in the API's envelope. */
export interface ApiErrorBody {
  readonly type: "error";
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly details?: { readonly error_code: string; readonly [field: string]: unknown };
  };
  readonly request_id?: string;
}
