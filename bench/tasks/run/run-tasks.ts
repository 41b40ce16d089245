import { createCatalogue } from "../client/catalogue.ts";
import { type Endpoint, type Player, PlayerStopped } from "../player/player.ts";
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
  const started = new Map<SetUp, Promise<StartedSetUp>>();
  const start = (setUp: SetUp): Promise<StartedSetUp> => {
    const starting = started.get(setUp) ?? setUp.start(services);
    started.set(setUp, starting);
    return starting;
  };
  const plays = setUps.flatMap((setUp) => tasks.map((task) => ({ setUp, task })));
  let isOver = false;
  try {
    return await mapParallel(plays, parallel, async ({ setUp, task }) => {
      const known = finished(setUp.name, task.id);
      const result =
        known ?? (await playTask({ setUp, started: await start(setUp), task, services }, material.createWorld()));
      // Plays that are under way when another one ends the run fail for no reason of their own.
      if (isOver) throw new PlayerStopped("The run is over.");
      onResult(result, known === undefined);
      return result;
    });
  } finally {
    isOver = true;
    for (const starting of await Promise.allSettled(started.values())) {
      if (starting.status === "fulfilled") await starting.value.close();
    }
    await relay.close();
  }
}

async function mapParallel<Item, Made>(
  items: readonly Item[],
  parallel: number,
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      try {
        made[index] = await make(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work));
  return made;
}
