import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ModelStep, Prompt } from "../relay/prompt.ts";
import type { ModelTurn, Player } from "./player.ts";

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
export function writeRequest({ parts }: Prompt, previous: Prompt | undefined): string {
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

const answerForm = 'Expected {"text": "…", "calls": [{"name": "…", "input": {…}}]}, with text, calls or both.';

/** The answer in a text, or what is wrong with it. */
export function parseAnswer(text: string): ModelStep | { readonly error: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `The answer is no JSON: ${(error as Error).message}. ${answerForm}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { error: answerForm };
  const { text: said, calls, ...others } = value as { text?: unknown; calls?: unknown };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { error: `Unknown field ${unknown}. ${answerForm}` };
  if (said !== undefined && typeof said !== "string") return { error: `text is no string. ${answerForm}` };
  if (calls !== undefined && !(Array.isArray(calls) && calls.every(isCall))) {
    return { error: `Each of calls has name and input, an object. ${answerForm}` };
  }
  if ((said ?? "") === "" && ((calls as unknown[] | undefined) ?? []).length === 0) {
    return { error: `The answer is empty. ${answerForm}` };
  }
  return value as ModelStep;
}

function isCall(call: unknown): boolean {
  const { name, input } = (call ?? {}) as { name?: unknown; input?: unknown };
  return typeof name === "string" && typeof input === "object" && input !== null && !Array.isArray(input);
}
