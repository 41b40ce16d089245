import type { TraceRecord } from "@toolcrib/gateway";

/**
 * What tells a conversation from others on the page. The same beginning sent to another model is another conversation: its tokens
 * are counted otherwise, and people send one twice to compare.
 */
export function conversationId({ conversation, model, id }: TraceRecord): string {
  return conversation === "" ? id : `${conversation} ${model}`;
}
