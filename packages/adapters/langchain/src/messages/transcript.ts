import { AIMessage, type BaseMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { BridgedCall, TranscriptCall } from "@toolcrib/core/adapters";

/** The tool calls of a conversation that have a result, in the order of the results. */
export function transcriptOf(messages: readonly BaseMessage[]): TranscriptCall[] {
  const calls = new Map(
    messages.flatMap((message) =>
      AIMessage.isInstance(message) ? (message.tool_calls ?? []).map((call) => [call.id, call] as const) : [],
    ),
  );
  return messages.flatMap((message) => {
    if (!ToolMessage.isInstance(message)) return [];
    const { tool_call_id: id, text } = message;
    const call = calls.get(id);
    return [{ id, name: message.name ?? call?.name ?? "", input: call?.args, output: text }];
  });
}

/** The system message with a text at its end: the same bytes in every request of a conversation. */
export function withSystemText(message: SystemMessage | undefined, text: string | undefined): SystemMessage {
  const { content = "" } = message ?? {};
  if (text === undefined || message === undefined) return message ?? new SystemMessage(text ?? "");
  if (typeof content === "string") return new SystemMessage(content === "" ? text : `${content}\n\n${text}`);
  return new SystemMessage({ content: [...content, { type: "text", text }] });
}

/** The message with other calls; the same message if none differs. */
export function mapCalls(message: AIMessage, map: (call: BridgedCall) => BridgedCall): AIMessage {
  const given = message.tool_calls ?? [];
  const calls = given.map((call) => {
    const { name: mapped, input } = map({ name: call.name, input: call.args });
    return mapped === call.name ? call : { ...call, name: mapped, args: input as Record<string, unknown> };
  });
  if (calls.every((call, index) => call === given[index])) return message;
  const { tool_calls: _raw, ...kwargs } = message.additional_kwargs;
  const { id, content, name, response_metadata, usage_metadata } = message;
  return new AIMessage({
    content,
    tool_calls: calls,
    additional_kwargs: kwargs,
    response_metadata,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
  });
}
