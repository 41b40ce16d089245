import type { AnswerEvent, BlockDelta, EventFields } from "../contracts/inner-form.ts";

/** Handles the events of one content block. The client sees what it yields. */
export interface BlockHandler {
  delta(delta: BlockDelta, fields: EventFields): Iterable<AnswerEvent>;
  /** Ends the block. */
  stop(fields: EventFields): Iterable<AnswerEvent>;
}

/** A handler, and the events that the client sees immediately. */
export interface OpenedBlock {
  readonly handler: BlockHandler;
  readonly start: readonly AnswerEvent[];
}
