import type { ContentBlock, Message } from "@toolcrib/core";
import { systemAfterUser } from "../../../shared/system-after-user.ts";

/**
 * Puts items together to messages. The items of one answer are one message, and so are the results of its calls. What a client says
 * between a call and its result comes after the result, because models want results directly after their calls.
 */
export class ConversationBuilder {
  readonly messages: Message[] = [];
  /** The blocks of the last message while more may be added to it. */
  #open: { readonly kind: "answer" | "results"; readonly blocks: ContentBlock[] } | undefined;
  readonly #openCalls = new Set<string>();
  #held: Message[] = [];

  /** A part of the model's answer. */
  answer(blocks: readonly ContentBlock[]): void {
    if (this.#open?.kind !== "answer") this.#release();
    this.#add("answer", blocks);
  }

  call(id: string, block: ContentBlock): void {
    this.answer([block]);
    this.#openCalls.add(id);
  }

  result(id: string, block: ContentBlock): void {
    this.#add("results", [block]);
    this.#openCalls.delete(id);
    if (this.#openCalls.size === 0) this.#release();
  }

  /** A message of the user or of the system. */
  say(message: Message): void {
    if (this.#openCalls.size > 0) {
      this.#held.push(message);
      return;
    }
    this.#open = undefined;
    this.messages.push(message);
  }

  end(): readonly Message[] {
    this.#release();
    return systemAfterUser(this.messages);
  }

  #add(kind: "answer" | "results", blocks: readonly ContentBlock[]): void {
    if (blocks.length === 0) return;
    if (this.#open?.kind !== kind) {
      this.#open = { kind, blocks: [] };
      this.messages.push({ role: kind === "answer" ? "assistant" : "user", content: this.#open.blocks });
    }
    for (const block of blocks) this.#open.blocks.push(block);
  }

  #release(): void {
    this.#openCalls.clear();
    const held = this.#held;
    this.#held = [];
    for (const message of held) this.say(message);
  }
}
