import { matchesGlob } from "../text/glob.ts";

/** Models that reject references, as patterns of their names. Everything else is taken to support them. */
export const defaultUnsupportedModels: readonly string[] = ["*claude-3*", "*claude-2*", "*claude-instant*"];

/** The rule that an older description gives. Newer Haiku models do support references, so it is no default. */
export const publishedHaikuRule: readonly string[] = ["*haiku*"];

/** Step 2. The pattern that denies this model, or nothing: an unknown model is supported. */
export function findUnsupportedPattern(model: string, patterns: readonly string[]): string | undefined {
  return patterns.find((pattern) => matchesGlob(pattern, model));
}
