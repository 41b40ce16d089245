import { customerChains } from "../tasks/chain-customers.ts";
import { workChains } from "../tasks/chain-work.ts";
import { fanOutTasks } from "../tasks/fan-out.ts";
import { impossibleTasks } from "../tasks/nothing-fits.ts";
import { otherWordsTasks } from "../tasks/other-words.ts";
import { singleTasks } from "../tasks/single.ts";
import type { Task } from "../types.ts";

export { createWorld } from "../world/create-world.ts";
export { definitions } from "../world/definitions.ts";

/** All tasks of the benchmark. `freeze.json` holds a hash of them: see `../freeze.ts`. */
export const tasks: readonly Task[] = [
  ...singleTasks,
  ...customerChains,
  ...workChains,
  ...fanOutTasks,
  ...otherWordsTasks,
  ...impossibleTasks,
];
