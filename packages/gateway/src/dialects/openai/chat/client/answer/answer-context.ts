import type { ParsedRequest } from "../../../../../contracts/client-dialect.ts";

/** What an answer takes from its request. */
export interface ChatAnswerContext {
  /** Whether a stream ends with a chunk that has the usage. */
  readonly includesUsage: boolean;
  /** The names of the tools that take free text. */
  readonly customTools: ReadonlySet<string>;
}

const none: ChatAnswerContext = { includesUsage: false, customTools: new Set() };

export function answerContextOf({ answerContext }: ParsedRequest): ChatAnswerContext {
  return (answerContext as ChatAnswerContext | undefined) ?? none;
}
