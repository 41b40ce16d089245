import type { SearchCallAnswer } from "../11-search-call/search-call.ts";
import type { ContentBlock } from "../conversation/message.ts";
import { DeferralSession } from "../engine/session/session.ts";
import type { SessionOptions } from "../engine/session/session-options.ts";
import { call, catalogue, textsOf } from "./fixtures.ts";
import { WordIndex } from "./word-index.ts";

export function sessionWith(options: SessionOptions = {}): DeferralSession {
  return new DeferralSession({ tools: catalogue, createIndex: () => new WordIndex(), ...options });
}

/** Answers one search call of a session with these options. */
export function search(input: unknown, options: SessionOptions = {}): Promise<SearchCallAnswer> {
  return sessionWith(options).answerSearch(call("toolu_1", "ToolSearch", input));
}

/** The text of an answer without references. */
export function textOf({ result }: SearchCallAnswer): string | undefined {
  return textsOf({ role: "user", content: result.content as readonly ContentBlock[] })[0];
}
