import type { SetResult, SystemResult } from "./benchmark-result.ts";

/** What a run has measured of the sets, and of the rest what an earlier run has: other peers, other sets, quality or time. */
export function mergeSets(earlier: readonly SetResult[], measured: readonly SetResult[]): SetResult[] {
  const merged = measured.map((set) => {
    const before = earlier.find(({ name, tools }) => name === set.name && tools === set.tools);
    return before === undefined ? set : mergeSet(before, set);
  });
  const names = new Set(merged.map(({ name }) => name));
  return [...merged, ...earlier.filter(({ name }) => !names.has(name))];
}

function mergeSet(before: SetResult, set: SetResult): SetResult {
  return {
    ...set,
    systems: mergeByName(before.systems, set.systems, mergeSystem),
    engines: mergeByName(before.engines, set.engines, (_before, engine) => engine),
  };
}

function mergeSystem(before: SystemResult, system: SystemResult): SystemResult {
  return { ...system, quality: system.quality ?? before.quality, latency: system.latency ?? before.latency };
}

/** The order of the earlier entries stays. */
function mergeByName<Entry extends { readonly name: string }>(
  before: readonly Entry[],
  now: readonly Entry[],
  merge: (before: Entry, now: Entry) => Entry,
): Entry[] {
  const known = new Set(before.map(({ name }) => name));
  return [
    ...before.map((entry) => {
      const measured = now.find(({ name }) => name === entry.name);
      return measured === undefined ? entry : merge(entry, measured);
    }),
    ...now.filter(({ name }) => !known.has(name)),
  ];
}
