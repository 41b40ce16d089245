import type { ContentBlock } from "@toolcrib/core";
import type { AnswerEvent, EventFields } from "../contracts/inner-form.ts";
import { BlockBuilder } from "../inner-form/block-builder.ts";
import type { OpenedBlock } from "./block-handler.ts";
import type { VisibleAnswer } from "./visible-answer.ts";

/** A block as it starts, and the further fields of the event. */
export interface StartedBlock<Block extends ContentBlock = ContentBlock> {
  readonly block: Block;
  readonly fields: EventFields;
}

/** Streams a block to the client as it arrives, and reports it when it is complete. */
export function shownBlock(
  visible: VisibleAnswer,
  { block, fields }: StartedBlock,
  take: (built: ContentBlock) => void,
): OpenedBlock {
  const index = visible.takeIndex();
  const builder = new BlockBuilder(block);
  return {
    start: [{ ...fields, type: "content_block_start", index, content_block: block }],
    handler: {
      *delta(delta, others) {
        builder.add(delta);
        yield { ...others, type: "content_block_delta", index, delta };
      },
      *stop(others) {
        const built = builder.buildRepaired();
        visible.blocks.push(built);
        take(built);
        yield { ...others, type: "content_block_stop", index };
      },
    },
  };
}

/** Holds a block back until it is complete, then shows the client what it becomes. */
export function heldBlock(block: ContentBlock, settle: (built: ContentBlock) => Iterable<AnswerEvent>): OpenedBlock {
  const builder = new BlockBuilder(block);
  return {
    start: [],
    handler: {
      delta(delta) {
        builder.add(delta);
        return [];
      },
      stop: () => settle(builder.buildRepaired()),
    },
  };
}
