// Whole tasks in every set-up: `npm run bench:tasks`, see bench/README.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Endpoint, type Player, PlayerStopped } from "../player/player.ts";
import { createEndpoint } from "../players/endpoint.ts";
import { createFilesPlayer } from "../players/files.ts";
import { writeHtml } from "../report/html.ts";
import { writeMarkdown } from "../report/markdown.ts";
import { describeResult } from "../report/progress.ts";
import { measure, measureTasks } from "../run/measure.ts";
import { compareWithRecord, readRecord, recordOf, renewRecord } from "../run/record.ts";
import { readResult, readResults, writeResult } from "../run/result-files.ts";
import { runRecorded } from "../run/run-recorded.ts";
import { runTasks } from "../run/run-tasks.ts";
import { writeTranscripts } from "../transcripts/transcript-files.ts";
import { material } from "./material.ts";
import { type Options, readOptions } from "./options.ts";

const results = fileURLToPath(new URL("../results/", import.meta.url));

try {
  process.exitCode = await run(readOptions(process.argv.slice(2), material.tasks, join(results, "transcripts")));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function run(options: Options): Promise<number> {
  switch (options.mode) {
    case "recorded":
      return runTranscripts(options);
    case "files":
      return runAndKeep(options, createFilesPlayer(options.folder ?? ""));
    case "model":
      return runModel(options);
    case "report":
      return report(options);
    case "transcripts":
      return keepTranscripts(options);
  }
}

async function runTranscripts({ setUps, tasks, transcripts, renew }: Options): Promise<number> {
  const { results: played, sources } = await runRecorded(material, { folder: transcripts, setUps, tasks });
  for (const [name, from] of sources) if (from !== name) console.log(`${name} plays the transcripts of ${from}.`);
  for (const result of played) {
    const said = [...result.problems, ...(result.offTranscript ?? []).map((place) => `off-transcript: ${place}`)];
    for (const line of said) console.log(`${result.setUp} ${result.task}: ${line}`);
  }
  console.log(writeMarkdown(measure(played, setUps)));
  if (tasks.length < material.tasks.length) {
    console.log("Only some of the tasks: nothing to compare with.");
    return 0;
  }
  const file = join(results, "recorded.json");
  const costs = recordOf(
    measureTasks(
      played,
      setUps.filter(({ isReference = false }) => !isReference),
    ),
  );
  if (renew !== undefined) {
    renewRecord(file, costs, renew);
    return 0;
  }
  const chosen = Object.entries(readRecord(file).setUps).filter(([name]) =>
    setUps.some((setUp) => setUp.name === name),
  );
  const worse = compareWithRecord(Object.fromEntries(chosen), costs);
  for (const line of worse) console.error(line);
  return worse.length === 0 ? 0 : 1;
}

async function runModel(options: Options): Promise<number> {
  const { model } = options;
  if (model === undefined) throw new Error("No model.");
  const { keyEnv, maxDollars } = model;
  const apiKey = keyEnv === undefined ? undefined : process.env[keyEnv];
  if (keyEnv !== undefined && apiKey === undefined) throw new Error(`The variable ${keyEnv} is not set.`);
  const endpoint = createEndpoint({ ...model, model: model.name, apiKey });
  const code = await runAndKeep(options, endpoint, () => `$${endpoint.spent().toFixed(2)} of $${maxDollars}`);
  await report(options);
  return code;
}

/** Keeps each result as soon as it is there, and plays nothing twice. */
async function runAndKeep(options: Options, player: Player | Endpoint, note = () => ""): Promise<number> {
  const { setUps, tasks, parallel, folder = "" } = options;
  let done = 0;
  try {
    await runTasks(material, {
      setUps,
      tasks,
      player,
      parallel,
      finished: (setUp, task) => readResult(folder, setUp, task),
      onResult(result, isNew) {
        done += 1;
        if (!isNew) return;
        writeResult(folder, result);
        console.log(`${done}/${setUps.length * tasks.length}  ${describeResult(result)}  ${note()}`);
      },
    });
    return 0;
  } catch (error) {
    if (!(error instanceof PlayerStopped)) throw error;
    console.error(`${error.message} Run it again to go on.`);
    return 1;
  }
}

async function report({ folder = "", setUps, tasks, model }: Options): Promise<number> {
  const measured = measure(readResults(folder, setUps, tasks), setUps);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.md"), writeMarkdown(measured));
  const { services } = material;
  const tools = services.reduce((sum, service) => sum + service.tools.length, 0);
  const about = { servers: services.length, tools, player: model?.name };
  writeFileSync(join(folder, "report.html"), writeHtml(measured, about));
  console.log(`${join(folder, "report.html")} and report.md`);
  return 0;
}

function keepTranscripts({ folder = "", setUps, tasks, transcripts }: Options): number {
  for (const setUp of setUps) {
    const played = readResults(folder, [setUp], tasks);
    if (played.length === 0) continue;
    const kept = played.map(({ task, transcript }) => ({ task, steps: transcript }));
    writeTranscripts(transcripts, setUp.name, kept);
    console.log(`${setUp.name}: ${kept.length} tasks`);
  }
  return 0;
}
