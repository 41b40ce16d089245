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

const patterns = new Map<string, RegExp>();

function matches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  let expression = patterns.get(pattern);
  if (expression === undefined) {
    const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expression = new RegExp(`^${parts.join(".*")}$`, "i");
    patterns.set(pattern, expression);
  }
  return expression.test(text);
}
