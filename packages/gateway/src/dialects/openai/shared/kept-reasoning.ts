import type { ContentBlock } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import { decodeOpaque, encodeOpaque } from "../../../inner-form/opaque-text.ts";

/** Marks content that this dialect wrote; other content was encrypted for a model of OpenAI. */
const prefix = "r1.";

/** A thought of the model as `encrypted_content`. The client sends it back unchanged, and the model can verify its own thoughts. */
export function keepReasoning(block: ContentBlock): string {
  return encodeOpaque(prefix, kept(block) ?? null);
}

/** The thought in `encrypted_content`; undefined if another model encrypted it. */
export function restoreReasoning(content: unknown): ContentBlock | undefined {
  const value = decodeOpaque(prefix, content);
  return isRecord(value) ? kept(value) : undefined;
}

/** The fields of a thought, and no others: what comes back may have been written by anybody. */
function kept(value: object): ContentBlock | undefined {
  const { type, thinking, signature, data } = value as Readonly<Record<string, unknown>>;
  if (type === "redacted_thinking" && typeof data === "string") return { type, data } as ContentBlock;
  if (type !== "thinking" || typeof thinking !== "string") return undefined;
  return { type, thinking, signature: typeof signature === "string" ? signature : "" } as ContentBlock;
}
