import type { GatewaySettings } from "@toolcrib/gateway";
import type { RankerName } from "@toolcrib/search";

/** The ranker that a loaded config names. The command adds none of its own, so it is a built-in one. */
export function namedRanker(settings: GatewaySettings | undefined): RankerName {
  return (settings?.ranker ?? "hybrid") as RankerName;
}
