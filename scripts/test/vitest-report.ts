import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
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
  const report = readReport();
  if (report === undefined) return { passed: 0, failed: 1 };
  const failedWithoutTest = exitCode !== 0 && report.numFailedTests === 0;
  return { passed: report.numPassedTests, failed: failedWithoutTest ? 1 : report.numFailedTests };
}

/** The tests that failed, each with its file and the start of its error. */
export function listFailedTests(): string[] {
  return (readReport()?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => {
        const lines = (failureMessages[0] ?? "").split("\n").filter((line) => !line.includes("node_modules"));
        const error = lines.slice(0, maxErrorLines).join("\n    ");
        return `${relative(rootFolder, name)}: ${fullName}\n    ${error}`;
      }),
  );
}

/** Enough of an error to see what was expected and what came; vitest's own output has the rest. */
const maxErrorLines = 8;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function readReport(): Report | undefined {
  const file = join(rootFolder, vitestReportFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
}
