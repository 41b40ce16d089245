import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";

/** Where vitest writes its counts, relative to the root. */
export const vitestReportFile = "coverage/vitest-report.json";

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** A report of an earlier run must never be taken for this one's. */
export function removeOldVitestReport(): void {
  rmSync(join(rootFolder, vitestReportFile), { force: true });
}

/** Reads vitest's own counts. A run that failed without a failing test (a crash, a bad import) counts as one failure. */
export function readVitestCount(exitCode: number): Count {
  const file = join(rootFolder, vitestReportFile);
  if (!existsSync(file)) {
    return { passed: 0, failed: 1 };
  }
  const report = JSON.parse(readFileSync(file, "utf8")) as { numPassedTests: number; numFailedTests: number };
  const failedWithoutTest = exitCode !== 0 && report.numFailedTests === 0;
  return { passed: report.numPassedTests, failed: failedWithoutTest ? 1 : report.numFailedTests };
}
