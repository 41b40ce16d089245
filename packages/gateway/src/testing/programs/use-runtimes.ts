import { afterAll } from "vitest";
import { createProgramRuntimes, type ProgramRuntimes } from "../../programs/open-runtime.ts";

/** What runs the programs of a file's tests; closed after them. */
export function useRuntimes(now: () => number = Date.now): ProgramRuntimes {
  const runtimes = createProgramRuntimes({ now, reportProblem: () => {} });
  afterAll(() => runtimes.close());
  return runtimes;
}
