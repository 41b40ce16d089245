import { createHash } from "node:crypto";
import type { PromptPart } from "../prompt/prompt.ts";
import { tokensOf } from "./tokens.ts";

/** What caching needs to know of a prompt, small enough to be kept for each model call. */
export interface Footprint {
  readonly tokens: number;
  /** One entry a part: hash of the prompt up to and including it, tokens up to and including it, whether it is marked. */
  readonly parts: readonly (readonly [hash: string, tokens: number, isMarked: boolean])[];
  /** Hashes of the prompt up to each full step of 128 tokens. */
  readonly steps: readonly string[];
}

export const tokensPerStep = 128;

export function footprintOf(parts: readonly PromptPart[]): Footprint {
  const steps: string[] = [];
  const entries: (readonly [string, number, boolean])[] = [];
  let partHash = "";
  let stepHash = "";
  let open: number[] = [];
  let tokens = 0;
  for (const { text, isMarked } of parts) {
    const encoded = tokensOf(text);
    tokens += encoded.length;
    partHash = shortHash(partHash + text);
    entries.push([partHash, tokens, isMarked]);
    open.push(...encoded);
    while (open.length >= tokensPerStep) {
      stepHash = shortHash(stepHash + open.slice(0, tokensPerStep).join());
      steps.push(stepHash);
      open = open.slice(tokensPerStep);
    }
  }
  return { tokens, parts: entries, steps };
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
