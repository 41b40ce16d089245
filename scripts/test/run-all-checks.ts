// `npm test`: runs every step, shows what failed, and ends with one line of counts.
import { availableParallelism } from "node:os";
import { runCommand } from "./run-command.ts";
import { listStepGroups, type Step } from "./steps.ts";
import { type Count, listFailedTests, readVitestCount, removeOldVitestReport } from "./vitest-report.ts";

async function runStep(step: Step): Promise<Count> {
  const startedAt = performance.now();
  const { exitCode, output } = await runCommand(step.command, step.arguments, step.environment);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = countOf(step, exitCode);
  const verdict = count.failed === 0 ? "ok" : "FAILED";
  const tests = step.isVitest ? `  (${count.passed} passed, ${count.failed} failed)` : "";
  console.log(`${verdict.padEnd(7)} ${seconds.padStart(6)} s  ${step.title}${tests}`);
  if (count.failed > 0) {
    if (step.isVitest) console.log(`\n${listFailedTests().join("\n\n")}`);
    console.log(`\n$ ${step.command} ${step.arguments.join(" ")}\n${output.trimEnd()}\n`);
  }
  return count;
}

function countOf(step: Step, exitCode: number): Count {
  if (step.isVitest) {
    return readVitestCount(exitCode);
  }
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs as many steps of a group at a time as there are cores, and adds up their counts. */
async function runGroup(steps: readonly Step[]): Promise<Count> {
  const waiting = [...steps];
  const total = { passed: 0, failed: 0 };
  const runWaiting = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { passed, failed } = await runStep(step);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
  return total;
}

removeOldVitestReport();
let passed = 0;
let failed = 0;
for (const group of listStepGroups()) {
  const count = await runGroup(group);
  passed += count.passed;
  failed += count.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
