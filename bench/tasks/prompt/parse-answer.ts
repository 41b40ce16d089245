import type { ModelStep } from "./prompt.ts";

const answerForm = 'Expected {"text": "…", "calls": [{"name": "…", "input": {…}}]}, with text, calls or both.';

/** The answer in a text, or what is wrong with it. */
export function parseAnswer(text: string): ModelStep | { readonly error: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `The answer is no JSON: ${(error as Error).message}. ${answerForm}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { error: answerForm };
  const { text: said, calls, ...others } = value as { text?: unknown; calls?: unknown };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { error: `Unknown field ${unknown}. ${answerForm}` };
  if (said !== undefined && typeof said !== "string") return { error: `text is no string. ${answerForm}` };
  if (calls !== undefined && !(Array.isArray(calls) && calls.every(isCall))) {
    return { error: `Each of calls has name and input, an object. ${answerForm}` };
  }
  if ((said ?? "") === "" && ((calls as unknown[] | undefined) ?? []).length === 0) {
    return { error: `The answer is empty. ${answerForm}` };
  }
  return value as ModelStep;
}

function isCall(call: unknown): boolean {
  const { name, input } = (call ?? {}) as { name?: unknown; input?: unknown };
  return typeof name === "string" && typeof input === "object" && input !== null && !Array.isArray(input);
}
