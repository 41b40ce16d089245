import { createCatalogue } from "../client/catalogue.ts";
import { createRecordedPlayer } from "../players/recorded.ts";
import type { SetUp } from "../set-ups/set-up.ts";
import { type KnownTranscripts, transcriptsFor } from "../transcripts/transcript-files.ts";
import type { Task } from "../types.ts";
import { type Material, runTasks } from "./run-tasks.ts";
import type { TaskResult } from "./task-result.ts";

export interface RecordedRun {
  readonly results: readonly TaskResult[];
  /** The set-ups that were played, and whose transcripts they had. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Plays every set-up for which there are transcripts, with the tasks that these have. */
export async function runRecorded(
  material: Material,
  { folder, setUps, tasks = material.tasks }: { folder: string; setUps: readonly SetUp[]; tasks?: readonly Task[] },
): Promise<RecordedRun> {
  const known = new Map<string, KnownTranscripts>();
  for (const setUp of setUps) {
    const found = transcriptsFor(folder, setUp);
    if (found !== undefined) known.set(setUp.name, found);
  }
  const results: TaskResult[] = [];
  for (const setUp of setUps) {
    const transcripts = known.get(setUp.name);
    if (transcripts === undefined) continue;
    const player = createRecordedPlayer(() => transcripts.byTask, {
      setUps: [setUp],
      catalogue: createCatalogue(material.services),
    });
    const played = await runTasks(material, {
      setUps: [setUp],
      tasks: tasks.filter(({ id }) => transcripts.byTask.has(id)),
      player,
    });
    results.push(
      ...played.map((result) => {
        const { offTranscript, skipped } = player.departures(result.setUp, result.task);
        return { ...result, offTranscript, skippedSearches: skipped };
      }),
    );
  }
  return { results, sources: new Map([...known].map(([name, { from }]) => [name, from])) };
}
