import { isRecord } from "@toolcrib/shared/json";
import { decodeOpaque, encodeOpaque } from "../../../../inner-form/opaque-text.ts";
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

/** The signature of a thought: which upstream made it, and what it needs back. The client sends it back unchanged. */
export function signThought(upstream: string, item: Fields): string {
  const { id, encrypted_content: encrypted, content } = item;
  const kept: KeptThought = {
    upstream,
    id: typeof id === "string" ? id : "",
    ...(typeof encrypted === "string" ? { encrypted } : {}),
    ...(Array.isArray(content) && content.length > 0 ? { isOpen: true } : {}),
  };
  return encodeOpaque(prefix, kept);
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

function read(signature: unknown): KeptThought | undefined {
  const value = decodeOpaque(prefix, signature);
  if (!isRecord(value)) return undefined;
  const { upstream, id, encrypted, isOpen } = value;
  if (typeof upstream !== "string" || typeof id !== "string") return undefined;
  return {
    upstream,
    id,
    ...(typeof encrypted === "string" ? { encrypted } : {}),
    ...(isOpen === true ? { isOpen } : {}),
  };
}
