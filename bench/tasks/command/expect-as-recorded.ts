import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { measureTasks } from "../run/measure.ts";
import { compareWithRecord, readRecord, recordOf } from "../run/record.ts";
import { runRecorded } from "../run/run-recorded.ts";
import type { SetUp } from "../set-ups/set-up.ts";
import { material } from "./material.ts";

const results = fileURLToPath(new URL("../results/", import.meta.url));

/**
 * Plays the transcripts of these set-ups for what they cost before. If a change makes tasks dearer for a reason:
 * `npm run bench:tasks -- --renew "the reason"`.
 */
export async function expectAsRecorded(setUps: readonly SetUp[]): Promise<void> {
  const { results: played } = await runRecorded(material, { folder: `${results}transcripts`, setUps });
  const record = Object.entries(readRecord(`${results}recorded.json`).setUps);
  const own = record.filter(([name]) => setUps.some((setUp) => setUp.name === name));

  expect(compareWithRecord(Object.fromEntries(own), recordOf(measureTasks(played, setUps)))).toEqual([]);
}
