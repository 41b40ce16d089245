import { AIMessage, type BaseMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { BridgedCall, CallText, TranscriptCall } from "@toolcrib/core/adapters";

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

/** How the calls of a message are written, and those whose arguments the model wrote wrongly, which stay text. */
export interface CallMap {
  readonly call: (call: BridgedCall) => BridgedCall;
  readonly text?: (call: CallText) => CallText;
}

/** The message with other calls; the same message if none differs. Calls that can be read now become calls. */
export function mapCalls(message: AIMessage, map: CallMap): AIMessage {
  const { tool_calls: given = [], invalid_tool_calls: invalid = [] } = message;
  const calls = given.map((call) => {
    const { name: mapped, input } = map.call({ name: call.name, input: call.args });
    return mapped === call.name ? call : { ...call, name: mapped, args: input as Record<string, unknown> };
  });
  const unread = invalid.map((call) => {
    const { name = "", args = "" } = call;
    const mapped = map.text?.({ name, argumentText: args });
    return mapped === undefined || mapped.name === name
      ? call
      : { ...call, name: mapped.name, args: mapped.argumentText };
  });
  if (calls.every((call, index) => call === given[index]) && unread.every((call, index) => call === invalid[index])) {
    return message;
  }
  const read = unread.flatMap((call, index) => {
    const args = call === invalid[index] ? undefined : parsedArguments(call.args);
    return args === undefined ? [] : { ...call, type: "tool_call" as const, name: call.name ?? "", args };
  });
  const { tool_calls: _raw, ...kwargs } = message.additional_kwargs;
  const { id, content, name, response_metadata, usage_metadata } = message;
  return new AIMessage({
    content,
    tool_calls: [...calls, ...read.map(({ error: _error, ...call }) => call)],
    invalid_tool_calls: unread.filter((call) => !read.some((each) => each.id === call.id)),
    additional_kwargs: kwargs,
    response_metadata,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
  });
}

function parsedArguments(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
