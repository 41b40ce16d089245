import type { AgentOutcome } from "../client/run-agent.ts";
import { PlayerStopped } from "../player/player.ts";
import type { Conversation } from "../relay/relay.ts";
import type { SetUp, SetUpServices, StartedSetUp } from "../set-ups/set-up.ts";
import { transcriptOf } from "../transcripts/transcript.ts";
import type { Task, World } from "../types.ts";
import type { TaskResult } from "./task-result.ts";

/** Plays one task and checks what came of it. Rejects with `PlayerStopped` if the player cannot go on with anything. */
export async function playTask(
  { setUp, started, task, services }: { setUp: SetUp; started: StartedSetUp; task: Task; services: SetUpServices },
  world: World,
): Promise<TaskResult> {
  const key = `${setUp.name}.${task.id}`;
  const conversation = services.relay.open(key, { setUp: setUp.name, task });
  const start = performance.now();
  try {
    const outcome = await started.play({ key, task, world });
    const stopped = conversation.stopped();
    if (stopped !== undefined && (!(stopped instanceof PlayerStopped) || stopped.endsRun)) throw stopped;
    const wrong = stopped?.message ?? outcome.problem;
    return {
      setUp: setUp.name,
      task: task.id,
      kind: task.kind,
      problems: [...(wrong === undefined ? [] : [wrong]), ...task.check(world, outcome.answer)],
      answer: outcome.answer,
      calls: conversation.calls.map(({ bytes, seconds, step, prompt, outputTokens }) => ({
        bytes,
        seconds,
        step,
        prompt,
        outputTokens,
      })),
      ...countCalls(conversation, setUp, outcome),
      refusals: conversation.refusals,
      seconds: (performance.now() - start) / 1_000,
      transcript: transcriptOf(
        conversation.calls.map(({ step }) => step),
        conversation.prompts,
        setUp,
        services.catalogue,
      ),
    };
  } finally {
    conversation.close();
  }
}

function countCalls(
  { calls, prompts }: Conversation,
  { searchTools, ownTools = [], callTool }: SetUp,
  { ran, failed }: AgentOutcome,
): Pick<TaskResult, "searches" | "failedCalls"> {
  const names = calls.flatMap(({ step }) => (step.calls ?? []).map(({ name }) => name));
  const searches = names.filter((name) => searchTools.includes(name)).length;
  const toWorld = names.filter((name) => !searchTools.includes(name) && !ownTools.includes(name)).length;
  // The agent never sees calls that the gateway answers itself: unknown names, and arguments that do not fit.
  const answeredBefore = callTool === undefined || ownTools.length > 0 ? 0 : Math.max(0, toWorld - ran);
  const errors = new Set(
    prompts.flatMap(({ messages }) =>
      messages.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === "result" && block.isError ? [block.id] : [])),
      ),
    ),
  );
  return { searches, failedCalls: Math.max(errors.size, failed + answeredBefore) };
}
