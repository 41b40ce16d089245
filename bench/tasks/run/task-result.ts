import type { PaidCall } from "../cost/cost-of-calls.ts";
import type { ModelStep } from "../prompt/prompt.ts";
import type { TranscriptStep } from "../transcripts/transcript.ts";
import type { TaskKind } from "../types.ts";

interface ResultCall extends PaidCall {
  readonly bytes: number;
  readonly seconds: number;
  readonly step: ModelStep;
}

/** One task, played in one set-up. */
export interface TaskResult {
  readonly setUp: string;
  readonly task: string;
  readonly kind: TaskKind;
  /** What the task's check found wrong; empty if it was done right. */
  readonly problems: readonly string[];
  readonly answer: string;
  readonly calls: readonly ResultCall[];
  readonly searches: number;
  /** Calls that ended with an error, those that the gateway answered itself included. */
  readonly failedCalls: number;
  /** What the API refused. */
  readonly refusals: readonly string[];
  /** Where a recorded play left its transcript. */
  readonly offTranscript?: readonly string[];
  readonly skippedSearches?: number;
  readonly seconds: number;
  readonly transcript: readonly TranscriptStep[];
}

export function isRight({ problems }: TaskResult): boolean {
  return problems.length === 0;
}
