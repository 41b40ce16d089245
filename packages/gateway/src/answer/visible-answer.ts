import type { ContentBlock } from "@toolcrib/core";
import type { AnswerEvent, AnswerMessage, Usage } from "../contracts/inner-form.ts";
import { eventsOfBlock } from "./whole-message.ts";

/** The counters of the API's own server tools: they stand beside ours where a search ran. */
const serverToolZeros = { web_search_requests: 0, web_fetch_requests: 0 };
const summedFields = ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];

/** How an answer ends. */
export interface AnswerEnding {
  readonly stop_reason: string | null;
  readonly [field: string]: unknown;
}

/**
 * The one answer that the client sees, whatever number of model calls is behind it: one beginning, indexes that run on, the
 * usage of all calls summed, and one end.
 */
export class VisibleAnswer {
  /** What was shown so far, in order. */
  readonly blocks: ContentBlock[] = [];
  readonly #model: string;
  #nextIndex = 0;
  #hasStarted = false;
  #usageBefore: Usage | undefined;
  #usageOfRound: Usage | undefined;
  #searches = 0;

  /** The name under which the client asked for the model. */
  constructor(model: string) {
    this.#model = model;
  }

  /** The beginning of a round's answer; the client sees the first only. Blocks that were waiting for it come behind it. */
  *start(message: AnswerMessage, waiting: readonly ContentBlock[]): Generator<AnswerEvent> {
    this.#usageBefore = this.usage;
    this.#usageOfRound = message.usage;
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    yield { type: "message_start", message: { ...message, model: this.#model, content: [] } };
    for (const block of waiting) yield* this.show(block);
  }

  /** Shows a block whole. */
  *show(block: ContentBlock): Generator<AnswerEvent> {
    yield* eventsOfBlock(block, this.takeIndex());
    this.blocks.push(block);
  }

  /** The index of the next block that is shown. */
  takeIndex(): number {
    return this.#nextIndex++;
  }

  /** The usage that the round's end reports replaces what its beginning did. */
  noteUsage(usage: Partial<Usage> | undefined): void {
    this.#usageOfRound = { ...this.#usageOfRound, ...withoutMissing(usage ?? {}) } as Usage;
  }

  /** Counts searches that the client is shown. */
  noteSearches(count: number): void {
    this.#searches += count;
  }

  /** The usage of the round alone. */
  get usageOfRound(): Usage | undefined {
    return this.#usageOfRound;
  }

  /** The usage of all rounds so far. */
  get usage(): Usage | undefined {
    return sumUsage(this.#usageBefore, this.#usageOfRound);
  }

  *finish(ending: AnswerEnding): Generator<AnswerEvent> {
    const ofServerTools = { ...serverToolZeros, ...this.usage?.server_tool_use };
    const searched =
      this.#searches === 0 ? {} : { server_tool_use: { ...ofServerTools, tool_search_requests: this.#searches } };
    yield { type: "message_delta", delta: ending, usage: { ...this.usage, ...searched } };
    yield { type: "message_stop" };
  }
}

/** The counts of two calls together; what is no count is the later call's. */
function sumUsage(before: Usage | undefined, after: Usage | undefined): Usage | undefined {
  if (before === undefined || after === undefined) return after ?? before;
  const sums: Record<string, number> = {};
  for (const field of summedFields) {
    const values = [before[field], after[field]].filter((value) => typeof value === "number");
    if (values.length > 0) sums[field] = values.reduce((sum, value) => sum + value, 0);
  }
  return { ...before, ...after, ...sums };
}

function withoutMissing(usage: Partial<Usage>): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined && value !== null));
}
