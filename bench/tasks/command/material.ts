import { createWorld, definitions, tasks } from "../material/index.ts";
import type { Material } from "../run/run-tasks.ts";

/** The world and the tasks of the benchmark. */
export const material: Material = { services: definitions, tasks, createWorld };
