import { describeValue } from "@toolcrib/shared/errors";
import { type Announced, AnnouncedReading } from "../conversation/announced.ts";
import type { Message } from "../conversation/message.ts";
import { CoreError } from "../errors/core-error.ts";
import { lineOf } from "../list/continued-list.ts";
import { hasSameStart } from "../list/has-same-start.ts";
import { FoundNames } from "./found-names.ts";
import { type MessageFacts, readMessageFacts } from "./message-facts.ts";

/** Everything that a conversation says about tools. */
export interface ConversationReading {
  /** The same for as long as each conversation read goes on from the one before, message by message. */
  readonly generation: number;
  /** Found tools, whether or not the catalogue still has them. The same object for as long as names only join. */
  readonly found: FoundNames;
  /** Those of them whose definitions are in the conversation. */
  readonly shown: FoundNames;
  readonly announced: Announced & { readonly version: number };
  /** Whether an earlier request of this conversation must have had the feature on. */
  readonly showsToolSearch: boolean;
  /** The position of the last compaction's boundary, or -1. */
  readonly boundary: number;
  /** Whether messages were dropped one by one, and perhaps announcements with them. */
  readonly isSnipped: boolean;
}

/** The contents of this many last messages are compared too: a caller that mutates a message, against the rule, mutates a new one. */
const lookedInto = 64;

/**
 * Step 6. Reads conversations, and remembers the last one: a turn that goes on from it costs its new messages.
 * Earlier messages are recognised by identity, so a caller replaces a message it changes and never writes into it.
 */
export class ConversationReader {
  readonly #factsByMessage = new WeakMap<Message, MessageFacts>();
  #generation = 0;
  #messages: Message[] = [];
  #line: object | undefined;
  #contents: Message["content"][] = [];
  #found = new FoundNames();
  #shown = new FoundNames();
  #announced = new AnnouncedReading();
  #showsToolSearch = false;
  #boundary = -1;
  #isSnipped = false;

  read(messages: readonly Message[]): ConversationReading {
    if (!Array.isArray(messages)) {
      throw new CoreError("invalid_request", {
        field: "messages",
        expected: "an array",
        received: describeValue(messages),
      });
    }
    if (!this.#isContinuedBy(messages)) this.#startAgain();
    for (let position = this.#messages.length; position < messages.length; position++) {
      this.#readMessage(messages[position] as Message, position);
    }
    this.#line = lineOf(messages);
    return {
      generation: this.#generation,
      found: this.#found,
      shown: this.#shown,
      announced: this.#announced,
      showsToolSearch: this.#showsToolSearch,
      boundary: this.#boundary,
      isSnipped: this.#isSnipped,
    };
  }

  #isContinuedBy(messages: readonly Message[]): boolean {
    const known = this.#messages;
    if (messages.length < known.length) return false;
    // Comparing pointers is nearly free; comparing the contents of a long history would cost more than the turn itself.
    const isOfOneLine = this.#line !== undefined && this.#line === lineOf(messages);
    if (!isOfOneLine && !hasSameStart(messages, known, known.length)) return false;
    for (let position = Math.max(0, known.length - lookedInto); position < known.length; position++) {
      if (messages[position]?.content !== this.#contents[position]) return false;
    }
    return true;
  }

  #startAgain(): void {
    this.#generation++;
    this.#messages = [];
    this.#contents = [];
    this.#found = new FoundNames();
    this.#shown = new FoundNames();
    this.#announced = new AnnouncedReading();
    this.#showsToolSearch = false;
    this.#boundary = -1;
    this.#isSnipped = false;
  }

  #readMessage(message: Message, position: number): void {
    const facts = this.#factsOf(message, position);
    this.#isSnipped ||= facts.isSnip;
    // A snip leaves the remaining messages unchanged, including announcements.
    if (facts.isCompactionBoundary && !facts.isSnip) {
      this.#announced.reset();
      this.#boundary = position;
    }
    if (facts.dropsEarlier) this.#shown = new FoundNames();
    for (const { kind, name } of facts.toolEvents) {
      if (kind === "removed") {
        this.#found = this.#found.without(name);
        this.#shown = this.#shown.without(name);
      } else {
        this.#found.add(name);
        if (kind === "shown") this.#shown.add(name);
      }
    }
    for (const announcement of facts.announcements) this.#announced.apply(announcement);
    this.#showsToolSearch ||= facts.showsToolSearch || facts.announcements.length > 0;
    this.#messages.push(message);
    this.#contents.push(message.content);
  }

  #factsOf(message: Message, position: number): MessageFacts {
    const known = typeof message === "object" && message !== null ? this.#factsByMessage.get(message) : undefined;
    if (known !== undefined && known.content === message.content && known.contentLength === message.content.length) {
      return known;
    }
    const facts = readMessageFacts(message, position);
    this.#factsByMessage.set(message, facts);
    return facts;
  }
}
