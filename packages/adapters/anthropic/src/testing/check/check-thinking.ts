import { ApiRejection } from "../api/api-error.ts";
import { blocksOf, type RequestBody, type WireBlock, type WireMessage } from "../api/request-body.ts";

/** The thinking signatures of each response, by any of them. */
export type KnownThinking = Map<string, readonly string[]>;

/** Remembers the thinking of a response, to recognise it in later requests. */
export function rememberThinking(answer: readonly WireBlock[], known: KnownThinking): void {
  const signatures = signaturesOf(answer);
  for (const signature of signatures) known.set(signature, signatures);
}

/**
 * The API's checks for the thinking of the current turn. With manual thinking the turn starts with thinking, and the
 * thinking in each of its messages is that of one response, complete and in order. Earlier turns may have any.
 */
export function checkThinking({ messages, thinking }: RequestBody, known: KnownThinking): void {
  const start = messages.findLastIndex((message) => message.role === "user" && !blocksOf(message).some(isResult)) + 1;
  const turn = messages.slice(start).flatMap((message, index) => {
    return message.role === "assistant" ? [{ message, path: `messages.${start + index}.content` }] : [];
  });
  for (const { message, path } of turn) checkSequence(message, path, known);
  const [first] = turn;
  const found = first === undefined ? undefined : blocksOf(first.message)[0]?.type;
  const callsTools = first !== undefined && blocksOf(first.message).some(({ type }) => type === "tool_use");
  if (thinking?.type !== "enabled" || !callsTools || found === "thinking" || found === "redacted_thinking") return;
  throw new ApiRejection(
    `${first.path}.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
  );
}

function checkSequence(message: WireMessage, path: string, known: KnownThinking): void {
  const blocks = blocksOf(message);
  const signatures = signaturesOf(blocks);
  const original = known.get(signatures[0] ?? "");
  if (original === undefined || signatures.join() === original.join()) return;
  const at = blocks.findLastIndex(({ type }) => type === "thinking");
  throw new ApiRejection(
    `${path}.${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  );
}

function signaturesOf(blocks: readonly WireBlock[]): readonly string[] {
  return blocks.flatMap(({ type, signature }) => (type === "thinking" ? [String(signature)] : []));
}

function isResult({ type }: WireBlock): boolean {
  return type === "tool_result";
}
