import { describeValue } from "@toolcrib/shared/errors";
import { ConfigError } from "../errors/config-error.ts";
import type { GatewayOptions } from "./gateway.ts";

/** Rejects added parts of another kind or version, so that a mistake shows at the start and not as an error of each request. */
export function checkParts({
  dialects = [],
  loaders = [],
  upstreams = [],
  rankers = [],
  sinks = [],
  embedder,
  languages,
  toolsetServers,
  sandboxes = [],
  store,
}: GatewayOptions): void {
  for (const dialect of dialects) check("a dialect", dialect);
  for (const loader of loaders) check("a loader", loader);
  for (const upstream of upstreams) check("an upstream", upstream);
  for (const ranker of rankers) check("a ranker", ranker);
  for (const sink of sinks) check("a sink", sink);
  if (embedder !== undefined && embedder !== null) check("an embedder", embedder);
  if (languages !== undefined) check("a language reader", languages);
  if (toolsetServers !== undefined) check("toolset servers", toolsetServers);
  for (const sandbox of sandboxes) check("a sandbox", sandbox);
  if (store !== undefined) check("a store", store);
}

function check(part: string, given: { readonly specificationVersion?: unknown } | null | undefined): void {
  const version = given?.specificationVersion;
  if (version === "v1") return;
  const received = version === undefined ? describeValue(given) : describeValue(version);
  throw new ConfigError("invalid_part", { part, received });
}
