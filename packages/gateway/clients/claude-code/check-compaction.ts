import type { ObservedScenario } from "../frame/observed-scenario.ts";
import type { MeasuredRequest } from "../measure/prefix-by-conversation.ts";

/** A compaction rewrites the messages. Tools and system prompt stay as they were, except for tools that `append` had added. */
export function checkCompaction({ scenario, measured, firstOfTurn }: ObservedScenario): readonly string[] {
  const compaction = scenario.turns.findIndex(({ prompt }) => prompt === "/compact");
  const next = firstOfTurn[compaction + 1] ?? measured.length;
  const [before, after] = [measured[next - 1], measured[next]];
  if (before === undefined || after === undefined) return ["there is no request after the compaction"];
  if (after.conversation === before.conversation) return ["nothing was compacted"];
  const levels = scenario.route.loader === "append" ? ["system"] : ["tools", "system"];
  const changed = levels.filter((level) => partOf(before, level) !== partOf(after, level));
  return changed.map((level) => `the compaction changes the level ${level}`);
}

function partOf({ parts }: MeasuredRequest, level: string): string | undefined {
  return parts[level === "tools" ? 0 : 1];
}
