import { isToolSearchBeta } from "@toolcrib/core/engine";
import { Lru } from "../caches/lru.ts";
import type { ConversationKeys } from "../conversation/conversation-keys.ts";

type Places = Pick<ConversationKeys, "places">;

const maxConversations = 10_000;

/**
 * The tool search beta names that a conversation has sent. They stay on, because the prompt cache also depends on the header (E13.3).
 * All other names are up to the client in every request.
 */
export class BetaLatch {
  readonly #sent = new Lru<string, readonly string[]>(maxConversations);

  /** What an earlier request of the conversation has sent. */
  of(keys: Places): readonly string[] {
    if (this.#sent.size === 0) return none;
    for (const place of keys.places) {
      const sent = this.#sent.get(place);
      if (sent !== undefined) return sent;
    }
    return none;
  }

  note(keys: Places, betas: readonly string[]): void {
    const before = this.of(keys);
    const added = betas.filter((name) => isToolSearchBeta(name) && !before.includes(name));
    if (before.length + added.length === 0) return;
    const [own] = keys.places;
    if (own !== undefined) this.#sent.set(own, [...before, ...added]);
  }
}

const none: readonly string[] = [];
