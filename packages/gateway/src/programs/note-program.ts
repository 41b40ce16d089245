import type { PendingCall, ProgramStep } from "@toolcrib/code";
import { formatCountOf } from "@toolcrib/shared/text";
import type { TraceRecorder } from "../contracts/trace.ts";

/** A program that the model wrote begins. */
export function noteProgram(trace: TraceRecorder, code: string): void {
  trace.flow({ from: "gateway", to: "program", title: "Run program", payload: () => ({ code }) });
}

/** What a call of a program came to. */
type ProgramResult = { readonly value: unknown } | { readonly error: string };

/** A program goes on with results. */
export function noteProgramResults(trace: TraceRecorder, results: readonly ProgramResult[]): void {
  const title = `Continue with ${formatCountOf(results.length, "result")}`;
  const payload = () =>
    results.map((result) => ({
      type: "tool_result",
      content: "error" in result ? result.error : textOf(result.value),
    }));
  trace.flow({ from: "gateway", to: "program", title, payload });
}

/** A program waits or has ended. */
export function noteProgramStep(trace: TraceRecorder, step: ProgramStep): void {
  const { stdout, stderr } = step.output;
  if (step.status === "waiting") {
    const title = `Waits for ${namesOf(step.calls)}`;
    const payload = () => step.calls.map(({ name, arguments: input }) => ({ type: "tool_use", name, input }));
    trace.flow({ from: "program", to: "gateway", title, payload });
    return;
  }
  const title = step.status === "finished" ? "Program ends" : `Program fails: ${step.reason}`;
  const payload = () => {
    const end = step.status === "failed" ? [step.error.stack] : step.value === undefined ? [] : [textOf(step.value)];
    return [stdout, stderr, ...end].filter((text) => text !== "").map((text) => ({ type: "text", text }));
  };
  trace.flow({ from: "program", to: "gateway", title, payload });
}

/** Each name once, with how often it is called. */
function namesOf(calls: readonly PendingCall[]): string {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(", ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
