import type { AdminApiAuditVerification } from "@toolcrib/gateway";

/** What is known of the chain so far: the parts that were verified, put together. */
export interface ChainState extends Omit<AdminApiAuditVerification, "next"> {
  /** Whether the end of the log is reached. */
  readonly isAtEnd: boolean;
}

const maxProblems = 100;

/** Adds the part of the log that follows. */
export function addPart(before: ChainState | undefined, { next, ...part }: AdminApiAuditVerification): ChainState {
  const isAtEnd = next === null;
  if (before === undefined) return { ...part, isAtEnd };
  return {
    lines: before.lines + part.lines,
    first: before.first ?? part.first,
    last: part.last ?? before.last,
    lastHash: part.lastHash ?? before.lastHash,
    signedCheckpoints: before.signedCheckpoints + part.signedCheckpoints,
    unsignedLines: part.signedCheckpoints > 0 ? part.unsignedLines : before.unsignedLines + part.unsignedLines,
    lostCalls: before.lostCalls + part.lostCalls,
    problems: [...before.problems, ...part.problems].slice(0, maxProblems),
    isAtEnd,
  };
}

/** The last verified line, after which the next part begins. */
export function endOf(state: ChainState | undefined): string | undefined {
  if (state === undefined || state.last === null || state.lastHash === null) return undefined;
  return `${state.last}:${state.lastHash}`;
}
