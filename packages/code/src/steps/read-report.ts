import { isNestedTooDeeply, isRecord, parseJson } from "@toolcrib/shared/json";
import { shorten } from "@toolcrib/shared/text";
import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { CallKind, PendingCall, ProgramFailure, ProgramOutput } from "../sandbox/program-step.ts";

/** What a program says about itself, checked. */
export interface ProgramReport {
  readonly calls: readonly PendingCall[];
  readonly output: ProgramOutput;
  readonly outcome?:
    | { readonly value: unknown }
    | { readonly reason: "exception" | "syntax"; readonly error: ProgramFailure };
}

const kinds: readonly unknown[] = ["tool", "search", "describe"] satisfies readonly CallKind[];
const maxNameLength = 256;
const maxErrorLength = 20_000;

/** The most that a report of a program within its limits takes. Characters take up to 12 as JSON, those that are JSON already up to two. */
export function maxReportLength(limits: ProgramLimits): number {
  const { outputLength, valueLength, waitingLength, calls } = limits;
  const callLength = 12 * maxNameLength + 100;
  return 12 * (outputLength + maxErrorLength) + 2 * (valueLength + waitingLength) + calls * callLength + 1000;
}

export const emptyOutput: ProgramOutput = Object.freeze({ stdout: "", stderr: "", truncated: false });

/** Reads a report. A program may have forged it: undefined unless it keeps to the limits and to the order of ids. */
export function readReport(text: string | undefined, limits: ProgramLimits): ProgramReport | undefined {
  if (text === undefined || text.length > maxReportLength(limits)) return undefined;
  const report = parseJson(text);
  if (!isRecord(report) || !Array.isArray(report["calls"])) return undefined;
  const calls: PendingCall[] = [];
  let length = 0;
  for (const each of report["calls"]) {
    const call = readCall(each, limits);
    if (call === undefined || call.id <= (calls.at(-1)?.id ?? 0)) return undefined;
    length += (each as { readonly text: string }).text.length;
    if (length > limits.waitingLength) return undefined;
    calls.push(call);
  }
  const outcome = readOutcome(report["outcome"], limits);
  return { calls, output: readOutput(report["output"], limits), ...(outcome !== undefined && { outcome }) };
}

function readCall(call: unknown, limits: ProgramLimits): PendingCall | undefined {
  if (!isRecord(call)) return undefined;
  const { id, kind, name, text } = call;
  const isUsable =
    Number.isInteger(id) &&
    kinds.includes(kind) &&
    typeof name === "string" &&
    name.length <= maxNameLength &&
    typeof text === "string" &&
    text.length <= limits.argumentsLength;
  const input = isUsable ? parseJson(text) : undefined;
  if (!isRecord(input) || isNestedTooDeeply(input)) return undefined;
  return { id: id as number, kind: kind as CallKind, name: name as string, arguments: input };
}

function readOutput(output: unknown, limits: ProgramLimits): ProgramOutput {
  if (!isRecord(output)) return emptyOutput;
  const { stdout, stderr, truncated } = output;
  const cut = (text: unknown): string => (typeof text === "string" ? text.slice(0, limits.outputLength) : "");
  return { stdout: cut(stdout), stderr: cut(stderr), truncated: truncated === true };
}

function readOutcome(outcome: unknown, limits: ProgramLimits): ProgramReport["outcome"] {
  if (!isRecord(outcome)) return undefined;
  if (isRecord(outcome["error"])) {
    const { name, message, stack } = outcome["error"];
    const cut = (text: unknown): string => shorten(String(text), maxErrorLength);
    const error = { name: cut(name), message: cut(message), stack: cut(stack) };
    return { reason: outcome["reason"] === "syntax" ? "syntax" : "exception", error };
  }
  const { value } = outcome;
  if (typeof value !== "string" || value.length > limits.valueLength) return { value: undefined };
  const parsed = parseJson(value);
  return { value: isNestedTooDeeply(parsed) ? undefined : parsed };
}
