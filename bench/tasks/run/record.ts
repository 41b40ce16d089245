import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { TaskFigures } from "./measure.ts";

/** What each set-up costs by its transcripts; a run that is dearer fails. */
export interface TaskRecord {
  readonly setUps: Readonly<Record<string, RecordedRow>>;
  /** Why it was renewed, oldest first. */
  readonly renewals: readonly string[];
}

interface RecordedRow {
  readonly tasks: number;
  readonly right: number;
  readonly modelCalls: number;
  /** Dollars of all tasks. */
  readonly costCold: number;
  readonly costWarm: number;
  readonly offTranscript: number;
}

const tolerance = 0.02;

export function recordOf(measured: ReadonlyMap<string, readonly TaskFigures[]>): TaskRecord["setUps"] {
  return Object.fromEntries(
    [...measured].map(([name, tasks]) => {
      const sum = (field: keyof TaskFigures) => tasks.reduce((total, task) => total + Number(task[field]), 0);
      const row = {
        tasks: tasks.length,
        right: sum("right"),
        modelCalls: sum("modelCalls"),
        costCold: rounded(sum("costCold")),
        costWarm: rounded(sum("costWarm")),
        offTranscript: sum("offTranscript"),
      };
      return [name, row];
    }),
  );
}

function rounded(dollars: number): number {
  return Number(dollars.toFixed(5));
}

/** What is worse than recorded, in sentences. */
export function compareWithRecord(record: TaskRecord["setUps"], run: TaskRecord["setUps"]): readonly string[] {
  return Object.entries(record).flatMap(([name, before]) => {
    const now = run[name];
    if (now === undefined) return [`${name} was not played.`];
    const dearer = (["costCold", "costWarm"] as const).flatMap((field) => {
      if (now[field] <= before[field] * (1 + tolerance)) return [];
      const change = now[field] / before[field] - 1;
      const cache = field === "costCold" ? "cold" : "warm";
      return [
        `${name} is ${(change * 100).toFixed(1)} % dearer with a ${cache} cache: $${before[field]} before, $${now[field]} now.`,
      ];
    });
    const worse = now.right < before.right ? [`${name} does ${now.right} tasks right, ${before.right} before.`] : [];
    const fewer = now.tasks < before.tasks ? [`${name} plays ${now.tasks} tasks, ${before.tasks} before.`] : [];
    return [...dearer, ...worse, ...fewer];
  });
}

export function readRecord(file: string): TaskRecord {
  if (!existsSync(file)) return { setUps: {}, renewals: [] };
  return JSON.parse(readFileSync(file, "utf8")) as TaskRecord;
}

/** Replaces what is recorded of the set-ups of this run. */
export function renewRecord(file: string, run: TaskRecord["setUps"], reason: string): void {
  const { setUps, renewals } = readRecord(file);
  const renewed: TaskRecord = { setUps: { ...setUps, ...run }, renewals: [...renewals, reason] };
  writeFileSync(file, `${JSON.stringify(renewed, null, 2)}\n`);
}
