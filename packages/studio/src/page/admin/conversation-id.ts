import type { TraceRecord } from "@toolcrib/gateway";

/**
 * Identifies a conversation on the page. The same start sent to another model is another conversation: its tokens are
 * counted differently, and people send one twice to compare.
 */
export function conversationId({ conversation, model, id }: TraceRecord): string {
  return conversation === "" ? id : `${conversation} ${model}`;
}
