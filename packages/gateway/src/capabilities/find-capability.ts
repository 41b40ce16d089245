import { matchesGlob } from "@toolcrib/shared/names";
import { Lru } from "../catalogue/lru.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { CapabilityEntry } from "./capability-table.ts";

type KnownUpstream = Pick<Upstream, "name" | "baseUrl" | "dialect">;
type Found = { readonly entry: CapabilityEntry | undefined };

const mostModels = 256;
const known = new WeakMap<readonly CapabilityEntry[], WeakMap<KnownUpstream, Lru<string, Found>>>();

/** The entry that speaks for an upstream and a model; undefined where nobody knows. Asked for every request, looked for once. */
export function findCapability(
  table: readonly CapabilityEntry[],
  upstream: KnownUpstream,
  model: string,
): CapabilityEntry | undefined {
  const byModel = modelsOf(table, upstream);
  let found = byModel.get(model);
  if (found === undefined) {
    found = { entry: lookUp(table, upstream, model) };
    byModel.set(model, found);
  }
  return found.entry;
}

function modelsOf(table: readonly CapabilityEntry[], upstream: KnownUpstream): Lru<string, Found> {
  let byUpstream = known.get(table);
  if (byUpstream === undefined) {
    byUpstream = new WeakMap();
    known.set(table, byUpstream);
  }
  let byModel = byUpstream.get(upstream);
  if (byModel === undefined) {
    byModel = new Lru(mostModels);
    byUpstream.set(upstream, byModel);
  }
  return byModel;
}

function lookUp(
  table: readonly CapabilityEntry[],
  upstream: KnownUpstream,
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
  return pattern === undefined || matchesGlob(pattern, text);
}
