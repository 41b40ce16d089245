import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { ConversationReading } from "./conversation-reader.ts";

/** The deferred tools of this catalogue that the conversation has found, in the order found. */
export function foundTools(reading: ConversationReading, plan: CataloguePlan): readonly string[] {
  const found: string[] = [];
  for (const name of reading.found) if (plan.deferredNames.has(name)) found.push(name);
  return found;
}
