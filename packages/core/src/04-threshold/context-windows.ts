import { matchesGlob } from "@toolcrib/shared/names";

/** Context windows in tokens by pattern of the model's name; the first that matches decides. */
export type ContextWindows = readonly (readonly [pattern: string, tokens: number])[];

const million = 1_000_000;

export const defaultContextWindows: ContextWindows = [
  ["*[1m]", million],
  ["*claude-*-5-5*", million],
  ["*claude-opus-4-7*", million],
  ["*claude-*", 200_000],
];

/** For unlisted models. */
export const defaultContextWindow = 200_000;

export function contextWindowOf(model: string, windows: ContextWindows, fallback: number): number {
  return windows.find(([pattern]) => matchesGlob(pattern, model))?.[1] ?? fallback;
}
