import type { Settings } from "@toolcrib/core";
import type { Upstream } from "./upstream.ts";

/** Where a model's requests go, and how its tools are handled. The config gives it; nothing in it changes while a request runs. */
export interface Route {
  readonly upstream: Upstream;
  /** The model's name for the upstream; the client's own where undefined. */
  readonly model: string | undefined;
  /** The name of a loader, or `auto`. */
  readonly loader: string;
  /** Whether tools of a client that defers nothing are deferred for it. `auto`: when they cost more than the threshold. */
  readonly inject: "off" | "auto" | "always";
  /** What answers the API's own search types: the ranker that they name, or `hybrid` under the same blocks. `upstream`: passed through where native. */
  readonly serverSearch: "as-named" | "hybrid" | "upstream";
  /** Mode, threshold, pins and the rest of the engine's settings. */
  readonly settings: Settings;
}
