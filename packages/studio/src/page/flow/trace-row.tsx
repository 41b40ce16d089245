import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { beginningOf } from "../parts/conversation-name.ts";
import { executionNames } from "../parts/execution-names.ts";
import { formatClock, formatMilliseconds } from "../parts/format.ts";
import { RequestMarks } from "../parts/request-marks.tsx";

/** One request in the list. */
export function TraceRow({
  trace,
  turn,
  isRunning,
}: {
  readonly trace: TraceRecord;
  /** Its number in its conversation, from 1; undefined if the conversation has no other. */
  readonly turn: number | undefined;
  readonly isRunning: boolean;
}): JSX.Element {
  const model = trace.model === "" ? "unknown model" : trace.model;
  const beginning = beginningOf(trace);
  return (
    <div class="two-lines" title={beginning}>
      <span class="one-line">
        <span class="cut row-title">{beginning ?? model}</span>
        {isRunning ? (
          <span class="at-work" aria-hidden="true" />
        ) : (
          <span class="quiet numbers row-time">{formatMilliseconds(trace.milliseconds.total)}</span>
        )}
      </span>
      <span class="one-line quiet">
        <span class="numbers">{formatClock(trace.startedAt)}</span>
        {turn !== undefined && <span class="numbers">turn {turn}</span>}
        {isRunning ? <RunningWords trace={trace} /> : <FinishedWords trace={trace} />}
        {beginning !== undefined && <span class="hidden-text">{model}</span>}
      </span>
    </div>
  );
}

function FinishedWords({ trace }: { readonly trace: TraceRecord }): JSX.Element {
  const isBad = trace.status >= 400 || trace.error !== undefined;
  return (
    <>
      {isBad ? (
        <Badge tone="bad">error {trace.status}</Badge>
      ) : (
        <span class="hidden-text">
          {trace.kind === "count_tokens" ? "token count" : executionNames[trace.execution]}
        </span>
      )}
      <span class="push">
        <RequestMarks trace={trace} />
      </span>
    </>
  );
}

/** The progress of a running request. */
function RunningWords({ trace }: { readonly trace: TraceRecord }): JSX.Element {
  return (
    <>
      <Badge tone="good">running</Badge>
      <span class="cut">{trace.flow.at(-1)?.title}</span>
    </>
  );
}
