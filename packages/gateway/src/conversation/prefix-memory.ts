import { type CacheDiagnosis, diagnoseCacheBreak, fingerprintRequest, type RequestFingerprint } from "@toolcrib/core";
import { Lru } from "../catalogue/lru.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";

const mostConversations = 1_000;

/** The last request of each conversation, as far as the provider's prompt cache knows it. For the trace alone. */
export class PrefixMemory {
  readonly #fingerprints = new Lru<string, RequestFingerprint>(mostConversations);

  /** What a request loses of the cache that the one before it filled; undefined for the first of a conversation. */
  diagnose(conversation: string, body: MessagesBody): CacheDiagnosis | undefined {
    const { model, messages, system, tools, tool_choice, thinking } = body;
    const after = fingerprintRequest({ model, messages, system, tools: (tools ?? []) as never, tool_choice, thinking });
    const before = this.#fingerprints.get(conversation);
    this.#fingerprints.set(conversation, after);
    return before === undefined ? undefined : diagnoseCacheBreak(before, after);
  }
}
