import type { ContentBlock } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";

/** Marks content that this dialect wrote; other content was encrypted for a model of OpenAI. */
const prefix = "r1.";

/** A thought of the model as `encrypted_content`. The client sends it back as it came, and the model can verify its own thoughts. */
export function keepReasoning(block: ContentBlock): string {
  return prefix + Buffer.from(JSON.stringify(kept(block) ?? null)).toString("base64url");
}

/** The thought in `encrypted_content`; undefined if another model encrypted it. */
export function restoreReasoning(content: unknown): ContentBlock | undefined {
  if (typeof content !== "string" || !content.startsWith(prefix)) return undefined;
  const value = parse(Buffer.from(content.slice(prefix.length), "base64url").toString("utf8"));
  return isRecord(value) ? kept(value) : undefined;
}

/** The fields of a thought, and no others: what comes back may have been written by anybody. */
function kept(value: object): ContentBlock | undefined {
  const { type, thinking, signature, data } = value as Readonly<Record<string, unknown>>;
  if (type === "redacted_thinking" && typeof data === "string") return { type, data } as ContentBlock;
  if (type !== "thinking" || typeof thinking !== "string") return undefined;
  return { type, thinking, signature: typeof signature === "string" ? signature : "" } as ContentBlock;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
