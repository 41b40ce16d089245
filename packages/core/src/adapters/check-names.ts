import { matchesGlob, nearestNames } from "@toolcrib/shared/names";
import { CoreError } from "../errors/core-error.ts";

/** Throws if a setting names a tool that is not there, which is a typing mistake. Patterns may match nothing. */
export function checkNames(setting: string, names: readonly string[], tools: readonly string[]): void {
  if (!Array.isArray(names)) return;
  const wrong = names.find((name) => /^[\w-]+$/.test(name) && !tools.some((tool) => matchesGlob(name, tool)));
  if (wrong === undefined) return;
  const nearest = nearestNames(wrong, tools);
  const hint = nearest.length === 0 ? "" : `; nearest names: ${nearest.join(", ")}`;
  throw new CoreError("invalid_setting", {
    setting,
    expected: `names of tools${hint}`,
    received: JSON.stringify(wrong),
  });
}
