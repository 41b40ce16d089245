import { createPythonSandbox, createQuickJsSandbox, type Sandbox } from "@toolcrib/code";

/** The time of a program counts by the clock, which runs on while a busy machine does something else. */
const cpuMilliseconds = 60_000;

/** Sandboxes for tests that are not about the time of programs. */
export function createPatientSandboxes(): readonly Sandbox[] {
  return [createQuickJsSandbox(), createPythonSandbox()].map(patient);
}

function patient(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    start: (program) => sandbox.start({ ...program, limits: { cpuMilliseconds, ...program.limits } }),
  };
}
