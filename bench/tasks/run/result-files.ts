import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SetUp } from "../set-ups/set-up.ts";
import type { Task } from "../types.ts";
import type { TaskResult } from "./task-result.ts";

function fileOf(folder: string, setUp: string, task: string): string {
  return join(folder, setUp, task, "result.json");
}

export function readResult(folder: string, setUp: string, task: string): TaskResult | undefined {
  const file = fileOf(folder, setUp, task);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as TaskResult) : undefined;
}

export function writeResult(folder: string, result: TaskResult): void {
  const file = fileOf(folder, result.setUp, result.task);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result)}\n`);
}

/** All results of a folder, in the order of set-ups and tasks. */
export function readResults(folder: string, setUps: readonly SetUp[], tasks: readonly Task[]): readonly TaskResult[] {
  const played = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return setUps
    .filter(({ name }) => played.has(name))
    .flatMap(({ name }) => tasks.flatMap((task) => readResult(folder, name, task.id) ?? []));
}
