import { matchesGlob } from "@toolcrib/core";
import type { Upstream } from "../contracts/upstream.ts";
import type { CapabilityEntry } from "./capability-table.ts";

/** The entry that speaks for an upstream and a model; undefined where nobody knows. */
export function findCapability(
  table: readonly CapabilityEntry[],
  upstream: Pick<Upstream, "name" | "baseUrl" | "dialect">,
  model: string,
): CapabilityEntry | undefined {
  const host = hostOf(upstream.baseUrl);
  return table.find(
    (entry) =>
      // References exist in the Messages API alone.
      (entry.loader !== "native" || upstream.dialect === "anthropic") &&
      matches(entry.upstream, upstream.name) &&
      matches(entry.host, host) &&
      matches(entry.model, model),
  );
}

function hostOf(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return "";
  try {
    return new URL(baseUrl).hostname;
  } catch {
    return "";
  }
}

function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || matchesGlob(pattern.toLowerCase(), text.toLowerCase());
}
