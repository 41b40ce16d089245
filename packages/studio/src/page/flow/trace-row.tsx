import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatMilliseconds, formatTime } from "../parts/format.ts";

export const executionNames: Readonly<Record<TraceRecord["execution"], string>> = {
  "passed-through": "passed through",
  "client-search": "client search",
  "server-search": "server search",
  injected: "injected search",
  "mcp-toolset": "MCP toolset",
  skills: "skills",
  repaired: "repaired",
};

/** One request in the list. */
export function TraceRow({
  trace,
  isRunning,
}: {
  readonly trace: TraceRecord;
  readonly isRunning: boolean;
}): JSX.Element {
  if (isRunning) return <RunningRow trace={trace} />;
  const isBad = trace.status >= 400 || trace.error !== undefined;
  const misses = trace.searches.filter(({ miss }) => miss !== undefined).length;
  return (
    <div class="trace-row">
      <span class="trace-line">
        <span class="numbers quiet">{formatTime(trace.startedAt)}</span>
        <span class="trace-model">{trace.model === "" ? "unknown model" : trace.model}</span>
        <span class="numbers quiet">{formatMilliseconds(trace.milliseconds.total)}</span>
      </span>
      <span class="trace-line">
        <Badge tone={isBad ? "bad" : trace.gate?.isOn === true ? "info" : "neutral"}>
          {isBad
            ? `error ${trace.status}`
            : trace.kind === "count_tokens"
              ? "token count"
              : executionNames[trace.execution]}
        </Badge>
        <span class="quiet numbers">
          {trace.tools.received === 0 ? "no tools" : `${trace.tools.sent} of ${trace.tools.received} tools`}
        </span>
        {misses > 0 && <Badge tone="warning">{misses === 1 ? "miss" : `${misses} misses`}</Badge>}
      </span>
    </div>
  );
}

/** The progress of a running request. */
function RunningRow({ trace }: { readonly trace: TraceRecord }): JSX.Element {
  return (
    <div class="trace-row">
      <span class="trace-line">
        <span class="numbers quiet">{formatTime(trace.startedAt)}</span>
        <span class="trace-model">{trace.model}</span>
        <span class="at-work" aria-hidden="true" />
      </span>
      <span class="trace-line">
        <Badge tone="good">running</Badge>
        <span class="quiet trace-model">{trace.flow.at(-1)?.title}</span>
      </span>
    </div>
  );
}
