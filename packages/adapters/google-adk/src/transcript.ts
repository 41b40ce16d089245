import type { LlmRequest } from "@google/adk";
import type { TranscriptCall } from "@toolcrib/core/adapters";

/** The tool calls of a conversation that have a result, in the order of the results. */
export function transcriptOf(contents: LlmRequest["contents"]): TranscriptCall[] {
  const parts = contents.flatMap((content) => content.parts ?? []);
  const calls = new Map(parts.flatMap(({ functionCall }) => (functionCall ? [[functionCall.id, functionCall]] : [])));
  return parts.flatMap(({ functionResponse }) => {
    if (functionResponse === undefined) return [];
    const { id = "", name = "", response } = functionResponse;
    return [{ id, name, input: calls.get(id)?.args, output: response }];
  });
}
