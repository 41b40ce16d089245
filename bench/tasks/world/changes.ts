import type { World } from "../types.ts";
import { createStates } from "./create-world.ts";

/** A place where the world differs from its first state, and how: `slack/messages/+`, `github/issues/storefront#41/state`. */
export type ChangedPlace = string;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): string | undefined {
  return isRecord(value) && (typeof value["id"] === "string" || typeof value["id"] === "number")
    ? String(value["id"])
    : undefined;
}

function* compareLists(before: readonly unknown[], after: readonly unknown[], path: string): Generator<ChangedPlace> {
  const hasIds = [...before, ...after].every((element) => idOf(element) !== undefined);
  if (!hasIds || before.length + after.length === 0) {
    if (JSON.stringify(before) !== JSON.stringify(after)) yield path;
    return;
  }
  const old = new Map(before.map((element) => [idOf(element), element]));
  for (const element of after) {
    const id = idOf(element);
    if (old.has(id)) yield* compare(old.get(id), element, `${path}/${id}`);
    else yield `${path}/+`;
    old.delete(id);
  }
  for (const id of old.keys()) yield `${path}/${id}/-`;
}

function* compare(before: unknown, after: unknown, path: string): Generator<ChangedPlace> {
  if (Array.isArray(before) && Array.isArray(after)) {
    yield* compareLists(before, after, path);
  } else if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* compare(before[key], after[key], path ? `${path}/${key}` : key);
    }
  } else if (before !== after) {
    yield path;
  }
}

/** What the world's services have changed since the start: one entry for each added or removed object and each changed field. */
export function listChanges(world: Pick<World, "state">): readonly ChangedPlace[] {
  const changes: ChangedPlace[] = [];
  for (const [server, before] of createStates()) changes.push(...compare(before, world.state(server), server));
  return changes;
}
