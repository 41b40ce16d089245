import type { Usage } from "../../contracts/inner-form.ts";

/** The usage of an answer that has only begun: chat models report it at the end. */
export const unknownUsage: Usage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** Whether a value is a count of tokens that can be summed. */
export function isTokenCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A count of tokens that an upstream reports; 0 if it reports none. */
export function tokenCount(value: unknown): number {
  return isTokenCount(value) ? value : 0;
}
