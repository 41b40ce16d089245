import { usesReferences } from "@toolcrib/core/loaders";
import type { KnownUpstream } from "../contracts/client-dialect.ts";
import type { Route } from "../contracts/route.ts";
import { type Capabilities, takesLoader } from "./capabilities.ts";
import { findLoader } from "./loader-table.ts";
import { programMode } from "./program-mode.ts";

/** What a client dialect may know of the upstream of a route: the route's loader decides, or the capability table. */
export function knownUpstream(
  route: Route,
  { model: asked, dialect: spoken }: { readonly model: string; readonly dialect: string },
  capabilities: Capabilities,
): KnownUpstream {
  const { upstream, loader, model } = route;
  const { dialect, dropFields } = upstream;
  const chosen =
    loader === "auto" ? capabilities.find(upstream, model ?? asked)?.loader : findLoader(capabilities.loaders, loader);
  const loadsTools = chosen !== undefined && usesReferences(chosen) && takesLoader(upstream, chosen);
  const leavesPrograms = programMode(route, spoken) === "upstream";
  return { dialect, loadsTools, leavesPrograms, dropFields };
}
