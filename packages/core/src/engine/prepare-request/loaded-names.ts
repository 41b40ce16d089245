import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import type { ConversationReading } from "../../06-found-tools/conversation-reader.ts";
import type { Loader } from "../../loaders/loader.ts";
import type { EngineMemory } from "./engine-memory.ts";

/**
 * The deferred tools that the model can see now. If found tools are in `tools`, that is all of them; if their definitions
 * are in the conversation, a compaction may have taken some away.
 */
export function loadedNames(
  { definitionsIn }: Loader,
  { reading, plan, memory }: { reading: ConversationReading; plan: CataloguePlan; memory: EngineMemory },
): readonly string[] {
  const { names } =
    definitionsIn === "tools"
      ? memory.foundTools.list(reading.found, plan)
      : memory.shownTools.list(reading.shown, plan);
  return names;
}
