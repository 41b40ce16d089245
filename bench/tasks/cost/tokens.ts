import { encode } from "gpt-tokenizer/encoding/o200k_base";

const known = new Map<string, readonly number[]>();

/** The tokens of a text, by o200k. Names of special tokens in it are plain text. */
export function tokensOf(text: string): readonly number[] {
  let tokens = known.get(text);
  if (tokens === undefined) {
    tokens = encode(text, { disallowedSpecial: new Set() });
    known.set(text, tokens);
  }
  return tokens;
}

export function countTokens(text: string): number {
  return tokensOf(text).length;
}
