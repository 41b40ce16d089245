import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import { type ContentBlock, isBlock } from "../../conversation/message.ts";
import type { CallWrapper } from "../../loaders/loader.ts";

/**
 * A call of a tool that is not in the prompt, as the upstream saw it in the turn that made it. A tool that is unknown
 * to this request was also called through the wrapper, or has been removed: the upstream does not know it either.
 */
export function wrapCall(block: ContentBlock, plan: CataloguePlan, wrapper: CallWrapper | undefined): ContentBlock {
  if (wrapper === undefined || !isBlock(block, "tool_use")) return block;
  return plan.byName.has(block.name) && !plan.deferredNames.has(block.name) ? block : wrapper.wrap(block);
}
