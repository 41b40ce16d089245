import type { ContentBlock } from "@toolcrib/core";
import { Lru } from "../catalogue/lru.ts";
import { turnKey } from "./conversation-key.ts";
import type { FindHidden, InnerTurns } from "./inner-conversation.ts";

const mostTurns = 4_000;

/**
 * Turns of which the client saw only a part: a search that was answered inside, a call that was refused there. The client sends its
 * part back, and the model is given the whole again, at the same place. What is forgotten is made up for, and costs cache only.
 */
export class HiddenTurns {
  readonly #turns = new Lru<string, InnerTurns>(mostTurns);

  remember(conversation: string, shown: readonly ContentBlock[], turns: InnerTurns): void {
    this.#turns.set(`${conversation} ${turnKey(shown)}`, turns);
  }

  /** Finds the hidden part of a conversation's turns. */
  of(conversation: string): FindHidden | undefined {
    if (this.#turns.size === 0) return undefined;
    return ({ content }) => this.#turns.get(`${conversation} ${turnKey(content)}`);
  }
}
