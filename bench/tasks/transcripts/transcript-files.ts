import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SetUp } from "../set-ups/set-up.ts";
import type { Transcript } from "./transcript.ts";

export interface KnownTranscripts {
  /** Whose they are: the set-up's own, or those of another that it plays like. */
  readonly from: string;
  readonly byTask: ReadonlyMap<string, Transcript>;
}

/** The transcripts that fit a set-up: its own, else those of the first that it plays like; undefined if there are none. */
export function transcriptsFor(folder: string, { name, playsLike = [] }: SetUp): KnownTranscripts | undefined {
  for (const from of [name, ...playsLike]) {
    const byTask = readTranscripts(folder, from);
    if (byTask !== undefined) return { from, byTask };
  }
  return undefined;
}

function readTranscripts(folder: string, setUp: string): ReadonlyMap<string, Transcript> | undefined {
  const file = join(folder, `${setUp}.jsonl`);
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return new Map(
    lines.map((line) => JSON.parse(line) as Transcript).map((transcript) => [transcript.task, transcript]),
  );
}

/** One line a task, in the order of the tasks' names. */
export function writeTranscripts(folder: string, setUp: string, transcripts: readonly Transcript[]): void {
  mkdirSync(folder, { recursive: true });
  const sorted = transcripts.toSorted((one, other) => (one.task < other.task ? -1 : 1));
  writeFileSync(join(folder, `${setUp}.jsonl`), sorted.map((transcript) => `${JSON.stringify(transcript)}\n`).join(""));
}
