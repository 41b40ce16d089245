import type { Usage } from "../contracts/inner-form.ts";
import { ownField } from "./own-field.ts";

/** The fields of a usage that count the prompt. */
const inputFields: readonly string[] = [
  "input_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation",
  "iterations",
];

/** The part of a usage that counts the prompt. */
export function inputUsage(usage: Usage): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).filter(([field]) => inputFields.includes(field)));
}

/** A usage without the part that counts the prompt. What a dialect counts in its own fields counts the prompt too. */
export function withoutInput(usage: Usage): Partial<Usage> {
  const isKept = (field: string) => field !== ownField && !inputFields.includes(field);
  return Object.fromEntries(Object.entries(usage).filter(([field]) => isKept(field)));
}

/** All tokens of the prompt: 0 if the upstream did not count them. */
export function promptTokensIn(usage: Partial<Usage> | undefined): number {
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage ?? {};
  return (input ?? 0) + (read ?? 0) + (written ?? 0);
}
