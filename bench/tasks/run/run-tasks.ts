import { createCatalogue } from "../client/catalogue.ts";
import type { Endpoint, Player } from "../player/player.ts";
import { startRelay } from "../relay/relay.ts";
import type { SetUp, StartedSetUp } from "../set-ups/set-up.ts";
import type { ServiceDefinition, Task, World } from "../types.ts";
import { playTask } from "./play-task.ts";
import type { TaskResult } from "./task-result.ts";

/** What is played. */
export interface Material {
  readonly services: readonly ServiceDefinition[];
  readonly tasks: readonly Task[];
  readonly createWorld: () => World;
}

export interface RunOptions {
  readonly setUps: readonly SetUp[];
  readonly tasks: readonly Task[];
  readonly player: Player | Endpoint;
  /** How many tasks at a time. */
  readonly parallel?: number;
  /** What an earlier run has of a task. */
  readonly finished?: (setUp: string, task: string) => TaskResult | undefined;
  readonly onResult?: (result: TaskResult, isNew: boolean) => void;
}

/** Plays every task in every set-up. Results are in the order of set-ups and tasks, however the plays overlap. */
export async function runTasks(
  material: Pick<Material, "services" | "createWorld">,
  { setUps, tasks, player, parallel = 1, finished = () => undefined, onResult = () => {} }: RunOptions,
): Promise<readonly TaskResult[]> {
  const relay = await startRelay(player);
  const services = { relay, catalogue: createCatalogue(material.services) };
  const results: TaskResult[] = [];
  try {
    for (const setUp of setUps) {
      const earlier = tasks.map((task) => finished(setUp.name, task.id));
      let started: StartedSetUp | undefined;
      if (earlier.includes(undefined)) started = await setUp.start(services);
      try {
        const played = await mapParallel(tasks, parallel, async (task, index) => {
          const known = earlier[index];
          const result =
            known ??
            (await playTask({ setUp, started: started as StartedSetUp, task, services }, material.createWorld()));
          onResult(result, known === undefined);
          return result;
        });
        results.push(...played);
      } finally {
        await started?.close();
      }
    }
    return results;
  } finally {
    await relay.close();
  }
}

async function mapParallel<Item, Made>(
  items: readonly Item[],
  parallel: number,
  make: (item: Item, index: number) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      made[index] = await make(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work));
  return made;
}
