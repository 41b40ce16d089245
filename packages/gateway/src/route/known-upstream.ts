import { usesReferences } from "@toolcrib/core/loaders";
import type { KnownUpstream } from "../contracts/client-dialect.ts";
import type { Route } from "../contracts/route.ts";
import { type Capabilities, takesLoader } from "./capabilities.ts";
import { findLoader } from "./loader-table.ts";

/** What a client dialect may know of the upstream of a route: the route's loader decides, or the capability table. */
export function knownUpstream(
  { upstream, loader, model }: Route,
  asked: string,
  capabilities: Capabilities,
): KnownUpstream {
  const { dialect, dropFields } = upstream;
  const chosen =
    loader === "auto" ? capabilities.find(upstream, model ?? asked)?.loader : findLoader(capabilities.loaders, loader);
  const loadsTools = chosen !== undefined && usesReferences(chosen) && takesLoader(upstream, chosen);
  return { dialect, loadsTools, dropFields };
}
