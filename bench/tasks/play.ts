// Plays one task of a run with `--player files`, by simple commands: see bench/README.md.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parseAnswer } from "./prompt/parse-answer.ts";

const usage = `play.ts <dir> <set-up> <task> next               prints what the model sees now, or what is new of it
play.ts <dir> <set-up> <task> answer ['<json>']  says what the model says (or on standard input), then prints what is new
An answer is {"text": "…", "calls": [{"name": "…", "input": {…}}]}. Without calls, it is the last.`;
const pollMilliseconds = 200;
const defaultWait = 45;

const [folder, setUp, task, command, given] = process.argv.slice(2);
if (folder === undefined || setUp === undefined || task === undefined || !["next", "answer"].includes(command ?? "")) {
  console.error(usage);
  process.exit(2);
}
const place = join(folder, setUp, task);
const seconds = Number(process.env["PLAY_WAIT_SECONDS"] ?? defaultWait);

if (command === "answer") {
  const number = openNumber();
  if (number === undefined) fail("No request waits for an answer.");
  const answer = given ?? (await text(process.stdin));
  const parsed = parseAnswer(answer);
  if ("error" in parsed) fail(parsed.error);
  const file = join(place, `${number}.answer.json`);
  writeFileSync(`${file}.part`, JSON.stringify(parsed));
  renameSync(`${file}.part`, file);
}
await printNext();

async function printNext(): Promise<void> {
  for (let waited = 0; waited < seconds * 1_000; waited += pollMilliseconds) {
    const number = openNumber();
    if (number !== undefined) {
      console.log(`=== request ${number} ===`);
      console.log(readFileSync(join(place, `${number}.request.md`), "utf8"));
      return;
    }
    if (existsSync(join(place, "result.json"))) {
      console.log("=== The conversation is over. ===");
      return;
    }
    await wait(pollMilliseconds);
  }
  console.log("Nothing yet. Run next again.");
}

/** The request that has no answer yet. */
function openNumber(): number | undefined {
  const files = new Set(existsSync(place) ? readdirSync(place) : []);
  const numbers = [...files].flatMap((file) => /^(\d+)\.request\.md$/.exec(file)?.[1] ?? []).map(Number);
  const last = Math.max(0, ...numbers);
  return last === 0 || files.has(`${last}.answer.json`) || files.has("result.json") ? undefined : last;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
