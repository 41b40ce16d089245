import { describeValue } from "@toolcrib/shared/errors";
import { CodeError } from "../errors/code-error.ts";

/** What a program may use, over all of its steps. */
export interface ProgramLimits {
  /** Time in which it runs, not counting the time in which it waits for calls. */
  readonly cpuMilliseconds: number;
  /** Time from its start to its end, including the time in which it waits. */
  readonly wallMilliseconds: number;
  readonly memoryBytes: number;
  readonly codeLength: number;
  /** Characters on both output streams; what is printed beyond is dropped. */
  readonly outputLength: number;
  /** Characters of the returned value as JSON. */
  readonly valueLength: number;
  readonly calls: number;
  /** Characters of the arguments of one call as JSON. */
  readonly argumentsLength: number;
  /** Characters of the arguments of all calls that wait at the same time. */
  readonly waitingLength: number;
  /** Characters of the result of one call as JSON; the program gets an error instead of a longer one. */
  readonly resultLength: number;
  /** Characters of the results that it gets at the same time as JSON; the program gets errors instead of those beyond. */
  readonly resultsLength: number;
  /** Bytes of what a program leaves for later ones, packed; nothing is kept of more. */
  readonly stateBytes: number;
}

const second = 1000;
const minute = 60 * second;
const mebibyte = 2 ** 20;

/** The limits of a program that names none. */
export const defaultProgramLimits: ProgramLimits = Object.freeze({
  cpuMilliseconds: 5 * second,
  wallMilliseconds: 15 * minute,
  memoryBytes: 32 * mebibyte,
  codeLength: 100_000,
  outputLength: 100_000,
  valueLength: 500_000,
  calls: 200,
  argumentsLength: 200_000,
  waitingLength: 2_000_000,
  resultLength: 2_000_000,
  resultsLength: 8_000_000,
  stateBytes: 4 * mebibyte,
});

/** Nobody needs more, and counters stay far from overflowing. */
const maximum: ProgramLimits = {
  cpuMilliseconds: 10 * minute,
  wallMilliseconds: 30 * 24 * 60 * minute,
  memoryBytes: 1024 * mebibyte,
  codeLength: 10_000_000,
  outputLength: 10_000_000,
  valueLength: 10_000_000,
  calls: 100_000,
  argumentsLength: 10_000_000,
  waitingLength: 10_000_000,
  resultLength: 100_000_000,
  resultsLength: 100_000_000,
  stateBytes: 64 * mebibyte,
};
const minimumMemoryBytes = 2 * mebibyte;

/** The given limits with the defaults for those that are missing. */
export function programLimits(given: Partial<ProgramLimits> = {}): ProgramLimits {
  const limits = { ...defaultProgramLimits, ...given };
  for (const [name, limit] of Object.entries(maximum)) {
    const value = limits[name as keyof ProgramLimits];
    const minimum = name === "memoryBytes" ? minimumMemoryBytes : 0;
    if (!Number.isInteger(value) || value < minimum || value > limit) {
      const expected = `limits.${name} from ${minimum} to ${limit}`;
      throw new CodeError("invalid_program", { expected, received: describeValue(value) });
    }
  }
  return limits;
}
