import { parseArgs } from "node:util";
import type { DialectName } from "../dialects/dialect.ts";
import type { SetUp } from "../set-ups/set-up.ts";
import { setUpNamed, setUps } from "../set-ups/set-ups.ts";
import type { Task } from "../types.ts";

const usage = `npm run bench:tasks                                   plays the transcripts and compares with results/recorded.json
npm run bench:tasks -- --renew "reason"               replaces what is recorded
npm run bench:tasks -- --model URL --dialect messages --model-name NAME --key-env VARIABLE --max-spend DOLLARS --out DIR
npm run bench:tasks -- --player files --dir DIR       somebody answers by files, or with play.ts
npm run bench:tasks -- report DIR                     writes report.md and report.html of what was played in DIR
npm run bench:tasks -- transcripts DIR                turns what was played in DIR into transcripts

  --set-ups a,b      only these: ${setUps.map(({ name }) => name).join(", ")}
  --tasks a,b        only these
  --parallel N       tasks at a time, of all set-ups (files and models; default 1)
  --transcripts DIR  where transcripts are (default: results/transcripts)`;

type Mode = "recorded" | "files" | "model" | "report" | "transcripts";

export interface Options {
  readonly mode: Mode;
  readonly setUps: readonly SetUp[];
  readonly tasks: readonly Task[];
  readonly parallel: number;
  readonly folder: string | undefined;
  readonly transcripts: string;
  readonly renew: string | undefined;
  readonly model:
    | {
        readonly url: string;
        readonly dialect: DialectName;
        readonly name: string;
        readonly keyEnv: string | undefined;
        readonly maxDollars: number;
      }
    | undefined;
}

const dialectNames: readonly DialectName[] = ["messages", "chat", "responses"];

/** Throws what is wrong with the arguments. */
export function readOptions(args: readonly string[], tasks: readonly Task[], transcripts: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "set-ups": { type: "string" },
      tasks: { type: "string" },
      parallel: { type: "string" },
      player: { type: "string" },
      dir: { type: "string" },
      out: { type: "string" },
      transcripts: { type: "string" },
      renew: { type: "string" },
      model: { type: "string" },
      "model-name": { type: "string" },
      dialect: { type: "string" },
      "key-env": { type: "string" },
      "max-spend": { type: "string" },
    },
  });
  const mode = modeOf(positionals[0], values);
  const model = mode === "model" ? readModel(values) : undefined;
  const folder = positionals[1] ?? values.dir ?? values.out;
  if (mode !== "recorded" && folder === undefined) throw new Error(`A folder is missing.\n\n${usage}`);
  const chosen = values["set-ups"]?.split(",").map(setUpNamed) ?? setUps;
  return {
    mode,
    // A model speaks one dialect.
    setUps: model === undefined ? chosen : chosen.filter(({ dialect }) => dialect === model.dialect),
    tasks: values.tasks === undefined ? tasks : values.tasks.split(",").map((id) => taskNamed(id, tasks)),
    parallel: positive("parallel", values.parallel ?? "1"),
    folder,
    transcripts: values.transcripts ?? transcripts,
    renew: values.renew,
    model,
  };
}

function modeOf(command: string | undefined, { player, model }: { player?: string; model?: string }): Mode {
  if (command === "report" || command === "transcripts") return command;
  if (command !== undefined) throw new Error(`No command ${command}.\n\n${usage}`);
  if (model !== undefined) return "model";
  if (player === undefined || player === "recorded") return "recorded";
  if (player === "files") return "files";
  throw new Error(`No player ${player}: files or recorded.\n\n${usage}`);
}

function readModel(values: Readonly<Record<string, string | boolean | undefined>>): Options["model"] {
  const text = (name: string, fallback?: string): string => {
    const value = values[name] ?? fallback;
    if (typeof value !== "string" || value === "") throw new Error(`--${name} is missing.\n\n${usage}`);
    return value;
  };
  const dialect = dialectNames.find((name) => name === text("dialect", "messages"));
  if (dialect === undefined) throw new Error(`--dialect is one of ${dialectNames.join(", ")}.`);
  const keyEnv = values["key-env"];
  return {
    url: text("model"),
    dialect,
    name: text("model-name"),
    keyEnv: typeof keyEnv === "string" ? keyEnv : undefined,
    maxDollars: positive("max-spend", text("max-spend")),
  };
}

function positive(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} is a number above 0.`);
  return number;
}

function taskNamed(id: string, tasks: readonly Task[]): Task {
  const found = tasks.find((task) => task.id === id);
  if (found === undefined) throw new Error(`No task ${id}.`);
  return found;
}
