import type { GateReason, Repair } from "@toolcrib/core/engine";
import type { TraceRecord } from "@toolcrib/gateway";
import { compareNames } from "@toolcrib/shared/names";

/** How many requests had the same gate decision. */
export interface GateFinding {
  readonly reason: GateReason;
  readonly isOn: boolean;
  readonly count: number;
  /** The latest of them. */
  readonly trace: TraceRecord;
}

/** The gate's reasons in the latest requests, most frequent first. Records are newest first. */
export function gateFindings(traces: readonly TraceRecord[]): readonly GateFinding[] {
  const findings = new Map<GateReason, GateFinding>();
  for (const trace of traces) {
    if (trace.gate === undefined) continue;
    const { reason, isOn } = trace.gate;
    const before = findings.get(reason);
    findings.set(
      reason,
      before === undefined ? { reason, isOn, count: 1, trace } : { ...before, count: before.count + 1 },
    );
  }
  return [...findings.values()].toSorted((left, right) => right.count - left.count);
}

/** The latest handling of a model on an upstream, and why. */
export interface UpstreamFinding {
  readonly upstream: string;
  readonly model: string;
  readonly loader: string | undefined;
  readonly reason: string | undefined;
  readonly requests: number;
  readonly failures: number;
  readonly retries: number;
}

/** Sorted by upstream, then model. */
export function upstreamFindings(traces: readonly TraceRecord[]): readonly UpstreamFinding[] {
  const findings = new Map<string, UpstreamFinding>();
  for (const { upstreamCalls, loader, loaderReason } of traces) {
    for (const { upstream, model, status, retries } of upstreamCalls) {
      const key = `${upstream}\n${model}`;
      const before = findings.get(key) ?? {
        upstream,
        model,
        loader: undefined,
        reason: undefined,
        requests: 0,
        failures: 0,
        retries: 0,
      };
      findings.set(key, {
        ...before,
        loader: before.loader ?? loader,
        reason: before.reason ?? loaderReason,
        requests: before.requests + 1,
        failures: before.failures + (status >= 400 || status === 0 ? 1 : 0),
        retries: before.retries + retries.length,
      });
    }
  }
  return [...findings].toSorted(([left], [right]) => compareNames(left, right)).map(([, finding]) => finding);
}

/** How often something was repaired, and the latest example. */
export interface RepairFinding {
  readonly repair: Repair["repair"];
  readonly count: number;
  readonly example: Repair;
  readonly trace: TraceRecord;
}

/** What a loader rewrites in every conversation, because the upstream does not know the block: nothing was wrong. */
const routine: ReadonlySet<Repair["repair"]> = new Set([
  "reference_as_text",
  "tool_change_as_text",
  "server_search_as_text",
  "caller_removed",
]);

export function isRoutine({ repair }: Pick<RepairFinding, "repair">): boolean {
  return routine.has(repair);
}

export function repairFindings(traces: readonly TraceRecord[]): readonly RepairFinding[] {
  const findings = new Map<Repair["repair"], RepairFinding>();
  for (const trace of traces) {
    for (const example of trace.repairs) {
      const before = findings.get(example.repair);
      const finding = before ?? { repair: example.repair, count: 0, example, trace };
      findings.set(example.repair, { ...finding, count: finding.count + 1 });
    }
  }
  return [...findings.values()].toSorted((left, right) => right.count - left.count);
}

/** Repairs in plain words. */
export const repairWords: Readonly<Record<Repair["repair"], string>> = {
  reference_dropped: "A reference to a tool that this request does not have was taken out.",
  reference_as_text: "References that the upstream does not know became a short text.",
  caller_removed: "The caller field of a tool call was taken out.",
  tool_change_dropped: "A tool addition or removal without a tool of this request was taken out.",
  tool_change_as_text: "A tool addition or removal that the upstream does not know became a short text.",
  server_search_as_text: "A server search in the history became a short text.",
  result_added: "A call without a result got one.",
  result_dropped: "A result without its call was taken out.",
  server_call_dropped: "A server call without a result was taken out.",
  server_result_dropped: "A server result without its call was taken out.",
  empty_message_filled: "A message that had become empty got a short text.",
};

/** A warning or an error, and how often it occurred. */
export interface Notice {
  readonly text: string;
  readonly isError: boolean;
  readonly count: number;
  readonly trace: TraceRecord;
}

/** Errors first, then warnings; each text once. */
export function notices(traces: readonly TraceRecord[]): readonly Notice[] {
  const found = new Map<string, Notice>();
  for (const trace of traces) {
    const texts = trace.warnings.map((text) => ({ text, isError: false }));
    if (trace.error !== undefined) {
      texts.unshift({ text: `${trace.status} ${trace.error.type}: ${trace.error.message}`, isError: true });
    } else if (trace.status >= 400) {
      texts.unshift({ text: `${trace.status}: the upstream's own answer, passed as it came.`, isError: true });
    }
    for (const { text, isError } of texts) {
      const before = found.get(text) ?? { text, isError, count: 0, trace };
      found.set(text, { ...before, count: before.count + 1 });
    }
  }
  return [...found.values()].toSorted((left, right) => Number(right.isError) - Number(left.isError));
}
