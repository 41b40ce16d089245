import { type ContentBlock, isBlock } from "../../conversation/message.ts";
import { isBoundaryText } from "../../conversation/turn-boundary/turn-boundary.ts";
import { canBeReferredTo, keepBreakpoint, type ReferenceTargets } from "./repair-references.ts";

/**
 * Removes `Tool loaded.` from the repaired blocks if every tool that the originals refer to is gone, so that the model
 * does not get contradictory messages.
 */
export function dropLoadedNote(
  repaired: readonly ContentBlock[],
  originals: readonly ContentBlock[],
  targets: ReferenceTargets,
): readonly ContentBlock[] {
  if (!repaired.some(isBoundaryText)) return repaired;
  const names = originals.flatMap((block) => (isBlock(block, "tool_result") ? referredNames(block.content) : []));
  if (names.length === 0 || names.some((name) => canBeReferredTo(name, targets))) return repaired;
  return keepBreakpoint(
    repaired.filter((block) => !isBoundaryText(block)),
    repaired.filter(isBoundaryText),
  );
}

function referredNames(content: string | readonly ContentBlock[] | undefined): readonly string[] {
  if (content === undefined || typeof content === "string") return [];
  return content.flatMap((part) => (isBlock(part, "tool_reference") ? [part.tool_name] : []));
}
