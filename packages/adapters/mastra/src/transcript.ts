import type { MastraDBMessage } from "@mastra/core/agent/message-list";
import type { TranscriptCall } from "@toolcrib/core/adapters";

/** The tool calls of a conversation that have a result, in the order of the messages. */
export function transcriptOf(messages: readonly MastraDBMessage[]): TranscriptCall[] {
  return messages.flatMap(({ content }) =>
    content.parts.flatMap((part) => {
      if (part.type !== "tool-invocation" || !("result" in part.toolInvocation)) return [];
      const { toolCallId: id, toolName: name, args: input, result: output } = part.toolInvocation;
      return [{ id, name, input, output: output as unknown }];
    }),
  );
}
