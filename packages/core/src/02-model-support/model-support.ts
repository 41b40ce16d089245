import { matchesGlob } from "@toolcrib/shared/names";

/** Models that reject references, by parts of their names. Everything else is taken to support them. */
export const defaultUnsupportedModels: readonly string[] = ["claude-3", "claude-2", "claude-instant"];

/** The rule of an older specification. Newer Haiku models support references, so it is not the default. */
export const publishedHaikuRule: readonly string[] = ["haiku"];

/** Step 2. The pattern that denies this model, or nothing: an unknown model is supported. */
export function findUnsupportedPattern(model: string, patterns: readonly string[]): string | undefined {
  return patterns.find((pattern) => matchesModel(pattern, model));
}

/** A bare word matches any part of the name, ignoring case. An empty one would deny every model, so it matches none. */
function matchesModel(pattern: string, model: string): boolean {
  if (/[*?]/.test(pattern)) return matchesGlob(pattern, model);
  const part = pattern.trim().toLowerCase();
  return part !== "" && model.toLowerCase().includes(part);
}
