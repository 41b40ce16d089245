import type { CallResult, Task, World } from "../types.ts";
import { listChanges } from "../world/changes.ts";

/** What somebody sees who looks at the world afterwards: a sentence, and whether it is true. */
type Fact = readonly [sentence: string, holds: boolean];

export interface Outcome {
  /** The places that change, as `listChanges` writes them, with how often each does: exactly these and no others. */
  readonly changed?: Readonly<Record<string, number>>;
  /** Places that may change as well, by the start of their name, where there is more than one good way. */
  readonly mayChange?: readonly string[];
  readonly facts?: (world: World) => readonly Fact[];
  /** What the answer has to say. */
  readonly answer?: readonly RegExp[];
}

/** Parts of states that are a session's own and no data of anybody: the open page, the board that is worked on. */
const sessions = ["playwright/session/", "trello/active/"];

function compareChanges(world: World, { changed = {}, mayChange = [] }: Outcome): string[] {
  const counts = new Map<string, number>();
  for (const place of listChanges(world)) counts.set(place, (counts.get(place) ?? 0) + 1);
  const problems: string[] = [];
  for (const [place, times] of Object.entries(changed)) {
    const found = counts.get(place) ?? 0;
    if (found !== times) problems.push(`${place} changed ${found} times instead of ${times}`);
    counts.delete(place);
  }
  for (const place of counts.keys()) {
    const isTolerated = [...sessions, ...mayChange].some((start) => place.startsWith(start));
    if (!isTolerated) problems.push(`unwanted change: ${place}`);
  }
  return problems;
}

/** A check for an outcome: changes of the world, facts about it, and what the answer says. */
export function expecting(outcome: Outcome): Task["check"] {
  return (world, answer) => [
    ...compareChanges(world, outcome),
    ...(outcome.facts?.(world) ?? []).filter(([, holds]) => !holds).map(([sentence]) => `not so: ${sentence}`),
    ...(outcome.answer ?? [])
      .filter((pattern) => !pattern.test(answer))
      .map((pattern) => `the answer lacks ${pattern}`),
  ];
}

/** Finds an id (the pattern's first group) in a result, as a reader of it would. */
export function pick(result: CallResult, pattern: RegExp): string {
  const found = pattern.exec(result.text)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not in: ${result.text.slice(0, 500)}`);
  return found;
}

/** All ids (the pattern's first group) in a result. */
export function pickAll(result: CallResult, pattern: RegExp): string[] {
  return [...result.text.matchAll(pattern)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}
