import type { ComparisonSide } from "../contracts/comparison.ts";
import { sha256 } from "../hash/sha256.ts";

const digits = 12;

/**
 * The side of a conversation: the same for all its requests, on every replica. A larger share moves conversations to the side without
 * deferral and none back.
 */
export function chooseSide(conversation: string, share: number): ComparisonSide {
  const unit = sha256(`comparison ${conversation}`, "hex").slice(0, digits);
  const position = Number.parseInt(unit, 16) / 16 ** digits;
  return { side: position < share ? "loaded" : "deferred", unit };
}
