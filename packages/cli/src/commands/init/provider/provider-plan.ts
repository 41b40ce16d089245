import type { FileChange } from "../changes/apply-changes.ts";

/** Clients whose requests `init` can send through the gateway. */
export const providerClients = ["codex", "opencode"] as const;

export type ProviderClient = (typeof providerClients)[number];

/** What a client must know about the gateway. */
export interface Provider {
  /** With `/v1` at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** The environment variable with the gateway's key, if it needs one. */
  readonly keyVariable: string | undefined;
}

/** A setting in a client's config: where it is, and what it becomes; undefined if it is removed. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: string | undefined;
}

/** A change of one file, and the settings that it concerns. */
export interface ProviderChange extends FileChange {
  /** Lines for the user, such as `model: "a" → "b"`. */
  readonly summary: readonly string[];
  /** What in the same file keeps the client from using the gateway. */
  readonly warnings?: readonly string[];
}

/** The name of our entry in every client. */
export const providerName = "toolcrib";

/** `key: "before" → "after"`, or that it is new or removed. */
export function describeChange(key: string, before: unknown, after: string | undefined): string {
  if (after === undefined) return `${key}: ${JSON.stringify(before)} (removed)`;
  return typeof before === "string"
    ? `${key}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
    : `${key}: ${JSON.stringify(after)} (new)`;
}
