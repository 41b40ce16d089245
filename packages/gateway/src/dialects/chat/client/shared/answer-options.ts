import type { ParsedRequest } from "../../../../contracts/client-dialect.ts";

/** What the answer needs to know of its request. */
export interface ChatAnswerOptions {
  /** Whether a stream ends with a chunk that tells the usage. */
  readonly includesUsage: boolean;
  /** The names of the tools that take free text. */
  readonly customTools: ReadonlySet<string>;
}

const none: ChatAnswerOptions = { includesUsage: false, customTools: new Set() };

export function answerOptionsOf({ answerOptions }: ParsedRequest): ChatAnswerOptions {
  return (answerOptions as ChatAnswerOptions | undefined) ?? none;
}
