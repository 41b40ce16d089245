import { isRecord } from "@toolcrib/shared/json";
import type { Fields } from "./original.ts";

const prefix = "toolcrib.r1.";

interface KeptThought {
  /** Only the upstream that made a thought can read it. */
  readonly upstream: string;
  readonly id: string;
  readonly encrypted?: string | undefined;
  /** Whether the thought itself is its content, as open models give it, and not a summary. */
  readonly isOpen?: true | undefined;
}

/** The signature of a thought: which upstream made it, and what it wants to see again. The client sends it back as it came. */
export function signThought(upstream: string, item: Fields): string {
  const { id, encrypted_content: encrypted, content } = item;
  const kept: KeptThought = {
    upstream,
    id: typeof id === "string" ? id : "",
    ...(typeof encrypted === "string" ? { encrypted } : {}),
    ...(Array.isArray(content) && content.length > 0 ? { isOpen: true } : {}),
  };
  return prefix + Buffer.from(JSON.stringify(kept)).toString("base64url");
}

/**
 * The item of a thought that this upstream made; undefined for thoughts of others, which it could not read, and for those that it
 * keeps only on its side.
 */
export function restoreThought(upstream: string, text: string, signature: unknown): Fields | undefined {
  const kept = read(signature);
  if (kept === undefined || kept.upstream !== upstream) return undefined;
  const { id, encrypted, isOpen } = kept;
  if (encrypted === undefined && isOpen !== true) return undefined;
  return {
    type: "reasoning",
    ...(id === "" ? {} : { id }),
    summary: text === "" || isOpen === true ? [] : [{ type: "summary_text", text }],
    ...(isOpen === true ? { content: [{ type: "reasoning_text", text }] } : {}),
    ...(encrypted === undefined ? {} : { encrypted_content: encrypted }),
  };
}

/** What comes back may have been written by anybody. */
function read(signature: unknown): KeptThought | undefined {
  if (typeof signature !== "string" || !signature.startsWith(prefix)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(signature.slice(prefix.length), "base64url").toString("utf8"));
    if (!isRecord(value)) return undefined;
    const { upstream, id, encrypted, isOpen } = value;
    if (typeof upstream !== "string" || typeof id !== "string") return undefined;
    return {
      upstream,
      id,
      ...(typeof encrypted === "string" ? { encrypted } : {}),
      ...(isOpen === true ? { isOpen } : {}),
    };
  } catch {
    return undefined;
  }
}
