import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { measure } from "../run/measure.ts";
import { compareWithRecord, readRecord, recordOf } from "../run/record.ts";
import { runRecorded } from "../run/run-recorded.ts";
import { setUps as all } from "../set-ups/set-ups.ts";
import { material } from "./material.ts";

const setUps = all.filter(({ isReference = false }) => !isReference);
const results = fileURLToPath(new URL("../results/", import.meta.url));

// If a change makes tasks dearer for a reason: `npm run bench:tasks -- --renew "the reason"`.
it("plays the transcripts for what they cost before", async () => {
  const { results: played } = await runRecorded(material, { folder: `${results}transcripts`, setUps });
  const { setUps: record } = readRecord(`${results}recorded.json`);

  expect(compareWithRecord(record, recordOf(measure(played, setUps)))).toEqual([]);
}, 300_000);
