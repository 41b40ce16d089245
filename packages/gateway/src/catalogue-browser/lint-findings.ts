import { setTimeout as delay, setImmediate as nextTick } from "node:timers/promises";
import { type LintFinding, lintTools } from "@toolcrib/search";
import type { PlacedTool } from "./seen-tools.ts";

/** The findings of the lint, by the tool's name. */
export type FindingsByName = ReadonlyMap<string, readonly LintFinding[]>;

/** More would block the process for too long; the command `toolcrib inspect` lints any number. */
const maxLinted = 3_000;
/** After this time the catalogue is returned without lint findings; a later request gets them. */
const maxLintWait = 1_000;

/** Starts the lint. Undefined if there are too many tools, or if it fails. */
export async function lintByName(placed: readonly PlacedTool[]): Promise<FindingsByName | undefined> {
  if (placed.length > maxLinted) return undefined;
  const byName = new Map<string, LintFinding[]>();
  try {
    // Yields to requests between steps, so that browsing the catalogue delays none.
    const { findings } = await lintTools(
      placed.map(({ tool }) => tool),
      { onProgress: () => nextTick() },
    );
    for (const finding of findings) byName.set(finding.tool, [...(byName.get(finding.tool) ?? []), finding]);
    return byName;
  } catch {
    return undefined;
  }
}

/** Undefined if the lint takes longer than a caller waits. */
export function inTime(findings: Promise<FindingsByName | undefined>): Promise<FindingsByName | undefined> {
  return Promise.race([findings, delay(maxLintWait, undefined, { ref: false })]);
}
