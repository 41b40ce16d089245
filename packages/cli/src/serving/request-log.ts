import type { RefusedRequest, TraceRecord, TraceSink } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import type { Output } from "../output/console-output.ts";
import { formatDollars } from "../output/describe-savings.ts";
import { plainText } from "../output/plain-text.ts";

const maxNames = 3;
const maxLength = 300;

/** Writes one line per request to standard error. */
export interface RequestLog {
  readonly sink: TraceSink;
  /** For requests that no model endpoint answers. */
  readonly refused: (refused: RefusedRequest) => void;
}

export function createRequestLog(output: Output, now: () => Date = () => new Date()): RequestLog {
  const write = (status: number, text: string): void => {
    const { noteStyle } = output;
    const time = now().toTimeString().slice(0, 8);
    const shown = status < 400 ? noteStyle.good(String(status)) : noteStyle.bad(String(status));
    output.note(`${noteStyle.dim(time)} ${shown} ${plainText(text).slice(0, maxLength)}`);
  };
  return {
    sink: { specificationVersion: "v1", record: (trace) => write(trace.status, describeRequest(trace)) },
    refused: ({ method, path, status }) => write(status, `${method} ${path}`),
  };
}

/** What a request asked for and got, in one line. */
export function describeRequest(trace: TraceRecord): string {
  const { model, kind, tools, error, milliseconds, searches, upstreamCalls } = trace;
  const found = [...new Set(searches.flatMap(({ hits }) => hits))];
  return [
    model || "unknown model",
    kind === "count_tokens" ? "count_tokens" : "",
    `${formatCount(Math.round(milliseconds.total))} ms`,
    tools.received === 0 ? "no tools" : `${formatCount(tools.received)} tools, ${formatCount(tools.sent)} sent`,
    found.length === 0 ? "" : `found ${listNames(found)}`,
    upstreamCalls.length > 1 ? `${upstreamCalls.length} model calls` : "",
    describeSaved(trace.savings),
    error === undefined ? "" : `${error.type}: ${error.message}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** What deferral saved; an estimate, because what was not sent cannot be counted. */
function describeSaved({ saved }: TraceRecord["savings"]): string {
  if (saved.promptTokens === 0) return "";
  const cost = saved.cost === undefined ? "" : `, ${formatDollars(Math.abs(saved.cost))}`;
  const what = saved.promptTokens > 0 ? "saved" : "cost";
  return `${what} about ${formatCount(Math.abs(saved.promptTokens))} tokens${cost}`;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}
