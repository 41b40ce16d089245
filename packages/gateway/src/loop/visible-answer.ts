import type { ContentBlock } from "@toolcrib/core";
import type { AnswerEvent, EventFields, Usage } from "../contracts/inner-form.ts";
import { containerIdOf } from "../inner-form/container.ts";
import { withoutInput } from "../inner-form/input-usage.ts";
import { sumUsage } from "../inner-form/sum-usage.ts";
import { eventsOfBlock } from "../inner-form/whole-message.ts";

/** The API's own server tool counters; ours is added to them if a search ran. */
const serverToolZeros = { web_search_requests: 0, web_fetch_requests: 0 };

/** How an answer ends. */
export interface AnswerEnding {
  readonly stop_reason: string | null;
  readonly [field: string]: unknown;
}

type EventOf<Type extends AnswerEvent["type"]> = Extract<AnswerEvent, { type: Type }>;

/**
 * The single answer that the client sees, however many model calls are behind it: one start, consecutive indexes, one usage
 * and one end.
 */
export class VisibleAnswer {
  /** What was shown so far, in order. */
  readonly blocks: ContentBlock[] = [];
  readonly #model: string | undefined;
  #nextIndex = 0;
  #hasStarted = false;
  #usageBefore: Usage | undefined;
  #usageOfRound: Usage | undefined;
  #searches = 0;
  #container: unknown;
  /** The fields next to `delta` at the end of an answer. */
  #endFields: EventFields = {};
  #stopFields: EventFields = {};

  /** The model name that the client asked for, if the upstream got another one. */
  constructor(model?: string) {
    this.#model = model;
  }

  /** Starts a round's answer; the client sees only the first start. Blocks that waited for it follow. */
  *start(event: EventOf<"message_start">, waiting: readonly ContentBlock[]): Generator<AnswerEvent> {
    const { message } = event;
    this.#usageBefore = this.usage;
    this.#usageOfRound = message.usage;
    this.#container = message["container"] ?? this.#container;
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    yield { ...event, message: { ...message, model: this.#model ?? message.model, content: [] } };
    for (const block of waiting) yield* this.show(block);
  }

  /** Shows a complete block. */
  *show(block: ContentBlock): Generator<AnswerEvent> {
    yield* eventsOfBlock(block, this.takeIndex());
    this.blocks.push(block);
  }

  /** The index of the next shown block. */
  takeIndex(): number {
    return this.#nextIndex++;
  }

  /** Ends a round. The usage that it reports replaces the usage reported at the round's start. */
  noteEnd({ type: _type, delta, usage, ...fields }: EventOf<"message_delta">): void {
    this.#usageOfRound = { ...this.#usageOfRound, ...withoutMissing(usage ?? {}) } as Usage;
    this.#container = delta["container"] ?? this.#container;
    this.#endFields = joinEndFields(this.#endFields, fields);
  }

  /** Keeps what a round's last event carries; the last round wins. */
  noteStop({ type: _type, ...fields }: EventOf<"message_stop">): void {
    this.#stopFields = { ...this.#stopFields, ...fields };
  }

  /** The container of the rounds so far. */
  get containerId(): string | undefined {
    return containerIdOf({ container: this.#container });
  }

  /**
   * Marks the round that just ended as one that the client knows nothing about: its prompt is not counted. Clients take the usage of
   * an answer as the size of their conversation, and compact it when that seems too large.
   */
  hideRound(): void {
    this.#usageOfRound &&= withoutInput(this.#usageOfRound) as Usage;
  }

  /** Counts searches that the client sees. */
  noteSearches(count: number): void {
    this.#searches += count;
  }

  /** The usage of all rounds so far, without the prompts of hidden ones. */
  get usage(): Usage | undefined {
    return sumUsage(this.#usageBefore, this.#usageOfRound);
  }

  *finish(ending: AnswerEnding): Generator<AnswerEvent> {
    const ofServerTools = { ...serverToolZeros, ...this.usage?.server_tool_use };
    const searched =
      this.#searches === 0 ? {} : { server_tool_use: { ...ofServerTools, tool_search_requests: this.#searches } };
    const container = this.#container === undefined ? {} : { container: this.#container };
    yield {
      ...this.#endFields,
      type: "message_delta",
      delta: { ...ending, ...container },
      usage: { ...this.usage, ...searched },
    };
    yield { ...this.#stopFields, type: "message_stop" };
  }
}

/** Merges the fields of two rounds: the later one wins, but context edits of all rounds are listed. */
function joinEndFields(before: EventFields, after: EventFields): EventFields {
  const { context_management: edits } = after;
  if (edits === undefined) return { ...before, ...after };
  const all = [...editsIn(before["context_management"]), ...editsIn(edits)];
  const joined = all.length === 0 ? edits : { ...(edits as object | null), applied_edits: all };
  return { ...before, ...after, context_management: joined };
}

function editsIn(contextManagement: unknown): readonly unknown[] {
  const { applied_edits: edits } = (contextManagement ?? {}) as { readonly applied_edits?: unknown };
  return Array.isArray(edits) ? (edits as unknown[]) : [];
}

function withoutMissing(usage: Partial<Usage>): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined && value !== null));
}
