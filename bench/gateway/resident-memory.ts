import { readFileSync } from "node:fs";

/** What a process holds in memory; undefined where the system does not tell. */
export function residentMegabytes(processId: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${processId}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  } catch {
    return undefined;
  }
}
