import { isToolSearchBeta } from "@toolcrib/core";
import { Lru } from "../catalogue/lru.ts";

const maxConversations = 10_000;

/**
 * The beta names of tool search that a conversation has sent: they stay, since the prompt cache knows requests by their header too
 * (E13.3). Other names are the client's own choice in every request.
 */
export class BetaLatch {
  readonly #sent = new Lru<string, readonly string[]>(maxConversations);

  of(conversation: string): readonly string[] {
    return this.#sent.get(conversation) ?? none;
  }

  note(conversation: string, betas: readonly string[]): void {
    const before = this.of(conversation);
    const added = betas.filter((name) => isToolSearchBeta(name) && !before.includes(name));
    if (added.length > 0) this.#sent.set(conversation, [...before, ...added]);
  }
}

const none: readonly string[] = [];
