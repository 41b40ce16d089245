import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** From nothing to the first answer with 40 configured servers. */
export interface FirstSearch {
  readonly start: "all started" | "lazy, lists known";
  readonly milliseconds: number;
  /** Of the front and of all servers that run when it answers. */
  readonly megabytes: number;
  readonly servers: number;
}

/** Measures both ways, each in processes of its own, and gives the median run. */
export function measureFirstSearch(runs: number): readonly FirstSearch[] {
  const script = fileURLToPath(new URL("./processes/forty-servers.mjs", import.meta.url));
  const cacheFolder = mkdtempSync(join(tmpdir(), "toolcrib-bench-"));
  process.once("exit", () => rmSync(cacheFolder, { recursive: true, force: true }));
  const run = (start: string): FirstSearch =>
    JSON.parse(execFileSync(process.execPath, [script, start, cacheFolder], { encoding: "utf8", timeout: 120_000 }));
  run("eager");
  return (["eager", "lazy"] as const).map((start) => {
    const results = Array.from({ length: runs }, () => run(start)).sort((a, b) => a.milliseconds - b.milliseconds);
    const median = results[Math.floor(results.length / 2)] as FirstSearch;
    return { ...median, start: start === "eager" ? "all started" : "lazy, lists known" };
  });
}
