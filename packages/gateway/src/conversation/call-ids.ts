import { createHash, randomBytes } from "node:crypto";
import type { ContentBlock, Message, ToolUseBlock } from "@toolcrib/core";
import { oncePer } from "../caches/once-per.ts";

/** Creates the unique part of an id. */
export type CreateIdSuffix = () => string;

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export const createIdSuffix: CreateIdSuffix = () => suffixOf(randomBytes(22));

function suffixOf(bytes: Uint8Array): string {
  return `01${Array.from(bytes.subarray(0, 22), (byte) => letters[byte % letters.length]).join("")}`;
}

/** Assigns ids to the calls of one response. They are unique in the conversation. */
export class CallIds {
  readonly #conversation: readonly Message[];
  readonly #history: () => string;
  readonly #createIdSuffix: CreateIdSuffix;
  #taken: Set<string> | undefined;
  /** The number that was appended last, by id: a model may give all of its calls one id. */
  readonly #numbers = new Map<string, number>();
  #hidden = 0;

  /** The history is a hash of what the client's request contains. */
  constructor(conversation: readonly Message[], history: () => string, createIdSuffix: CreateIdSuffix) {
    this.#conversation = conversation;
    this.#history = history;
    this.#createIdSuffix = createIdSuffix;
  }

  /**
   * For a call that the client sees: the gateway assigns the id, because the client's and the model's prefixes differ.
   */
  shown(): string {
    return this.unique(`toolu_${this.#createIdSuffix()}`);
  }

  /**
   * For a call that the client does not see: deterministic, so that two conversations with the same content and the
   * same searches stay identical.
   */
  hidden(): string {
    const seed = `${this.#history()} ${this.#hidden++}`;
    return this.unique(`toolu_${suffixOf(createHash("sha256").update(seed).digest())}`);
  }

  /**
   * The model's own id, or one derived from it if it is taken: some upstreams number calls from zero in every response.
   */
  unique(id: string): string {
    this.#taken ??= new Set(this.#conversation.flatMap(callIdsOf));
    let free = id;
    let number = this.#numbers.get(id) ?? 1;
    while (this.#taken.has(free)) free = `${id}_${++number}`;
    if (number > 1) this.#numbers.set(id, number);
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
 * The model's id for a call that the gateway runs: the client's id with another prefix, so that a replayed conversation
 * gives the model the same ids as before.
 */
export function innerIdOf(shownId: string): string {
  return `toolu_${shownId.replace(/^(?:srvtoolu|mcptoolu|toolu)_/, "")}`;
}

export function shownIdOf(innerId: string, prefix: "srvtoolu" | "mcptoolu"): string {
  return `${prefix}_${innerId.replace(/^toolu_/, "")}`;
}
