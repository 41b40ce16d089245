import type { Material } from "../run/run-tasks.ts";
import { createTinyWorld, tinyServices, tinyTasks } from "../testing/tiny-world.ts";

/** The world and the tasks of the benchmark. */
export const material: Material = { services: tinyServices, tasks: tinyTasks, createWorld: createTinyWorld };
