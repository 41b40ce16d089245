import type { ServerStatus } from "@toolcrib/mcp";
import { plainText } from "../output/plain-text.ts";

const maxLines = 5;

/** Why a server cannot be used, in one line; undefined where it can. */
export function troubleOf({ state, reason, isListed, held, name }: ServerStatus): string | undefined {
  if (state === "failed") {
    return plainText(reason ?? "it failed without a reason");
  }
  if (state === "disabled") {
    return "it is disabled in its config";
  }
  if (!isListed) {
    return "it has not answered yet; give it more time with --wait";
  }
  return held > 0 ? `${held} of its definitions are held back until they are approved (server ${name})` : undefined;
}

/** The end of what a server printed to standard error, safe to print. */
export function lastWords({ stderr }: ServerStatus): readonly string[] {
  return stderr
    .slice(-maxLines)
    .map(plainText)
    .filter((line) => line !== "");
}
