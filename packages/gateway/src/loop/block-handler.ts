import type { AnswerEvent, BlockDelta } from "../contracts/inner-form.ts";

/** Takes the events of one content block. What it yields, the client sees. */
export interface BlockHandler {
  delta(delta: BlockDelta): Iterable<AnswerEvent>;
  /** Ends the block. */
  stop(): Iterable<AnswerEvent>;
}

/** A handler, and what the client sees at once. */
export interface OpenedBlock {
  readonly handler: BlockHandler;
  readonly start: readonly AnswerEvent[];
}
