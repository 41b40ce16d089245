import type OpenAI from "openai";

interface JoinedCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; arguments: string };
}

/** Puts streamed chunks together as plain clients do, and refuses what they stumble over. */
export async function joinChunks(
  chunks: AsyncIterable<OpenAI.ChatCompletionChunk>,
): Promise<OpenAI.ChatCompletionMessage> {
  let content = "";
  let finish: string | null = null;
  let usage: OpenAI.CompletionUsage | null | undefined;
  const calls: JoinedCall[] = [];
  for await (const { choices, usage: given } of chunks) {
    usage = given ?? usage;
    const [choice] = choices;
    if (choice === undefined) continue;
    if (finish !== null) throw new Error("A chunk follows the finish reason.");
    content += choice.delta.content ?? "";
    if (choice.delta.tool_calls === null) throw new Error("Clients hang on `tool_calls: null`.");
    for (const { index, id, function: part } of choice.delta.tool_calls ?? []) {
      const known = calls[index];
      if (known !== undefined) {
        if (id !== undefined || part?.name !== undefined) throw new Error("A call is named twice.");
        known.function.arguments += part?.arguments ?? "";
      } else if (index !== calls.length || id === undefined || part?.name === undefined) {
        throw new Error("The first chunk of a call has its index, id and name.");
      } else calls.push({ id, type: "function", function: { name: part.name, arguments: part.arguments ?? "" } });
    }
    finish = choice.finish_reason;
  }
  const expected = calls.length > 0 ? "tool_calls" : "stop";
  if (finish !== expected) throw new Error(`The stream ends with ${finish} instead of ${expected}.`);
  if (usage === undefined || usage === null) throw new Error("The stream has no usage.");
  return {
    role: "assistant",
    content: content === "" ? null : content,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}
