import type { Settings } from "@toolcrib/core";
import type { Upstream } from "./upstream.ts";

/** Where a model's requests go, and how its tools are handled. The config gives it; nothing in it changes while a request runs. */
export interface Route {
  readonly upstream: Upstream;
  /** The model name that the upstream gets; if undefined, the client's. */
  readonly model: string | undefined;
  /** The name of a loader, or `auto`. */
  readonly loader: string;
  /** Whether to defer the tools of a client that defers nothing. `auto`: when they cost more than the threshold. */
  readonly inject: "off" | "auto" | "always";
  /** What answers the API's own search types: the ranker that they name, or `hybrid` with the same blocks. `upstream`: left to a native upstream. */
  readonly serverSearch: "as-named" | "hybrid" | "upstream";
  /**
   * What becomes of programs that call tools (`code_execution` or `programmatic_tool_calling`, with `allowed_callers`). `auto`: Anthropic's
   * and OpenAI's own APIs run them themselves, for all others the gateway runs JavaScript. `direct`: none are written, and the model calls
   * the tools itself.
   */
  readonly programs: "auto" | "javascript" | "python" | "direct" | "upstream";
  /** Whether the model may write programs in conversations of clients that do not know about them. */
  readonly injectPrograms: boolean;
  /** Mode, threshold, pins and the rest of the engine's settings. */
  readonly settings: Settings;
}
