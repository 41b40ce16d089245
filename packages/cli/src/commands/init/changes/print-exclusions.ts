import type { Output } from "../../../output/console-output.ts";
import { plainText } from "../../../output/plain-text.ts";
import type { Exclusion } from "./git-state.ts";

/** Says what keeps our files out of commits. */
export function printExclusions(exclusions: readonly Exclusion[], output: Output): void {
  const files = new Set(exclusions.map(({ file }) => file));
  for (const file of files) {
    const lines = exclusions.filter((exclusion) => exclusion.file === file).map(({ line }) => plainText(line));
    output.print(`${output.style.bold(file)}: keeps ${lines.join(", ")} out of commits`);
  }
}
