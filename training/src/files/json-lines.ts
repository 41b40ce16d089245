import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Reads a file of one JSON value a line, packed (`.gz`) where there is no plain one. */
export function readJsonLines<Line>(path: string): Line[] {
  const text = existsSync(path) ? readFileSync(path, "utf8") : gunzipSync(readFileSync(`${path}.gz`)).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
