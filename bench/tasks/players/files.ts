import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ModelTurn, Player } from "../player/player.ts";
import { parseAnswer } from "../prompt/parse-answer.ts";
import type { ModelStep, Prompt } from "../prompt/prompt.ts";

const pollMilliseconds = 200;

/**
 * A player behind files: `<n>.request.md` has what the model sees, `<n>.answer.json` what it says. The first request is whole, later
 * ones have what is new.
 */
export function createFilesPlayer(folder: string, { signal }: { readonly signal?: AbortSignal } = {}): Player {
  const before = new Map<string, Prompt>();
  return {
    async play({ setUp, task, number, prompt }) {
      const place = join(folder, setUp, task.id);
      mkdirSync(place, { recursive: true });
      const previous = number === 1 ? undefined : before.get(place);
      before.set(place, prompt);
      writeWhole(join(place, `${number}.request.json`), JSON.stringify(requestOf({ prompt, number }), null, 1));
      writeWhole(join(place, `${number}.request.md`), writeRequest(prompt, previous));
      return readAnswer(place, number, signal);
    },
  };
}

function requestOf({ prompt, number }: Pick<ModelTurn, "prompt" | "number">): object {
  return { number, tools: [...prompt.tools.values()], parts: prompt.parts.map(({ place, text }) => ({ place, text })) };
}

/** What the model sees, or what it did not see before. */
function writeRequest({ parts }: Prompt, previous: Prompt | undefined): string {
  const known = previous?.parts ?? [];
  const isContinued = known.every(({ text }, index) => parts[index]?.text === text);
  const shown = isContinued ? parts.slice(known.length) : parts;
  const text = shown.map((part) => part.text).join("");
  if (previous === undefined) return text;
  return isContinued
    ? `(Everything before stays as it was. New:)\n${text}`
    : `(The request differs from the one before and is shown in full.)\n${text}`;
}

/** A reader never sees half a file. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}

async function readAnswer(place: string, number: number, signal: AbortSignal | undefined): Promise<ModelStep> {
  const file = join(place, `${number}.answer.json`);
  for (;;) {
    signal?.throwIfAborted();
    if (existsSync(file)) {
      const parsed = parseAnswer(readFileSync(file, "utf8"));
      if (!("error" in parsed)) return parsed;
      writeWhole(join(place, `${number}.error.txt`), `${parsed.error}\n`);
      rmSync(file);
    }
    await wait(pollMilliseconds);
  }
}
