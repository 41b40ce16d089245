import { createHash, randomBytes } from "node:crypto";
import type { ContentBlock, Message, ToolUseBlock } from "@toolcrib/core";
import { oncePer } from "../caches/once-per.ts";

/** Makes the part of an id that tells calls apart. */
export type CreateIdSuffix = () => string;

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export const createIdSuffix: CreateIdSuffix = () => suffixOf(randomBytes(22));

function suffixOf(bytes: Uint8Array): string {
  return `01${Array.from(bytes.subarray(0, 22), (byte) => letters[byte % letters.length]).join("")}`;
}

/** Gives the calls of one answer their ids. No two calls of a conversation share one. */
export class CallIds {
  readonly #conversation: readonly Message[];
  readonly #history: () => string;
  readonly #createIdSuffix: CreateIdSuffix;
  #taken: Set<string> | undefined;
  #hidden = 0;

  /** The history is a hash of what the client's request shows. */
  constructor(conversation: readonly Message[], history: () => string, createIdSuffix: CreateIdSuffix) {
    this.#conversation = conversation;
    this.#history = history;
    this.#createIdSuffix = createIdSuffix;
  }

  /** For a call that the client sees: the gateway gives it, since the client's id and the model's differ in their prefix. */
  shown(): string {
    return this.unique(`toolu_${this.#createIdSuffix()}`);
  }

  /** For a call that the client does not see: two conversations that look the same, and search the same, stay the same. */
  hidden(): string {
    const seed = `${this.#history()} ${this.#hidden++}`;
    return this.unique(`toolu_${suffixOf(createHash("sha256").update(seed).digest())}`);
  }

  /** The model's own id, or one made of it where it is taken: some upstreams count their calls from zero in every answer. */
  unique(id: string): string {
    this.#taken ??= new Set(this.#conversation.flatMap(callIdsOf));
    let free = id;
    for (let number = 2; this.#taken.has(free); number++) free = `${id}_${number}`;
    this.#taken.add(free);
    return free;
  }
}

const callIdsOf = oncePer(({ content }: Message): readonly string[] =>
  typeof content === "string" ? [] : content.filter(isCall).map(({ id }) => id),
);

function isCall(block: ContentBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}

/**
 * The id under which the model knows a call that the gateway runs: the one that the client sees, with another prefix, so that
 * a replayed conversation gives the model the very ids that it had.
 */
export function innerIdOf(shownId: string): string {
  return `toolu_${shownId.replace(/^(?:srvtoolu|mcptoolu|toolu)_/, "")}`;
}

export function shownIdOf(innerId: string, prefix: "srvtoolu" | "mcptoolu"): string {
  return `${prefix}_${innerId.replace(/^toolu_/, "")}`;
}
