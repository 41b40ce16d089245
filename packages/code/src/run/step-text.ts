import type { ProgramStep } from "../sandbox/program-step.ts";

/** What a model reads of a program that ended: its output, its value, or its error. */
export function stepText(step: ProgramStep): string {
  const { stdout, stderr, truncated } = step.output;
  const parts = [stdout.trimEnd()];
  if (stderr !== "") parts.push(`Errors:\n${stderr.trimEnd()}`);
  if (truncated) parts.push("The output was cut.");
  if (step.status === "finished" && step.value !== undefined) parts.push(valueText(step.value));
  if (step.status === "failed") parts.push(`The program failed (${step.reason}).\n${step.error.stack}`);
  if (step.status === "waiting") parts.push(`The program waits for ${step.calls.map(({ name }) => name).join(", ")}.`);
  const text = parts.filter((part) => part !== "").join("\n");
  return text === "" ? "The program ended without output." : text;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
