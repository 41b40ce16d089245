import type { RankerChoice } from "@toolcrib/search";
import type { Environment } from "../01-mode/mode.ts";
import type { ModelFamily } from "../02-model-support/model-family.ts";
import type { ContextWindows } from "../04-threshold/context-windows.ts";
import type { Provider } from "../08-wire-fields/betas.ts";
import type { TurnBoundaryForm } from "../conversation/turn-boundary/turn-boundary.ts";
import type { LoaderName } from "../loaders/built-in.ts";
import type { Loader, UndiscoveredTools } from "../loaders/loader.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";

/** How the engine decides. Plain data; everything has a default. Cached by identity: replace it, never modify it. */
export interface Settings {
  /** When to defer: a value of `ENABLE_TOOL_SEARCH` (`true`, `false`, `auto`, `auto:N`). Overrides the environment. */
  readonly toolSearch?: string | boolean;
  /** Environment variables to read `ENABLE_TOOL_SEARCH` and the kill switch from, such as `process.env`. Default: none. */
  readonly environment?: Environment;
  /** Models that reject references: a part of the name, or a glob with `*` or `?`. Replaces the default list. */
  readonly unsupportedModels?: readonly string[];
  /** How text is formatted for each model family. Replaces the default table. */
  readonly modelFamilies?: readonly ModelFamily[];
  /** Context windows by model pattern; checked before the default table. */
  readonly contextWindows?: ContextWindows;
  /** For unlisted models. Default: 200,000. */
  readonly defaultContextWindow?: number;
  /** What to do on a host other than the provider's own if no mode was chosen. Default: `off`. */
  readonly onUnknownHost?: "off" | "try";
  /** The provider's own hosts. Default: `api.anthropic.com`. */
  readonly firstPartyHosts?: readonly string[];
  /**
   * Who decides which tools are deferred: this engine's checklist, or the tools' `defer_loading`, for a request whose
   * client has already decided. Then neither a threshold nor a search tool is required. Default: `checklist`.
   */
  readonly deferBy?: "checklist" | "flags";
  /** Pins, defers or hides tools. A rule that hides wins; among the others the first match applies. */
  readonly policy?: readonly PolicyRule[];
  /** The name of the search tool. Default: `ToolSearch`. */
  readonly searchToolName?: string;
  /** Tools through which the agent communicates, ignoring case: not deferred. Default: `Agent`, `Task`, `Brief`. */
  readonly communicationTools?: readonly string[];
  /** How found tools become callable: a loader, or the name of a built-in one. Default: `native`. */
  readonly loader?: LoaderName | Loader;
  /** Whether tools that are not found yet are sent, deferred, to upstreams that take deferred tools. Default: `deferred`. */
  readonly undiscoveredTools?: UndiscoveredTools;
  /**
   * How the model learns the names. `delta` announces changes, `list` names all in the first message. Default: `delta`.
   */
  readonly announcement?: "delta" | "list" | "none";
  /** The maximum length of announcements. Default: 4,000 tokens. */
  readonly announcementBudgetTokens?: number;
  /** How messages with references are handled, on models and loaders that need it. Default: `both`. */
  readonly turnBoundary?: TurnBoundaryForm;
  /** Whether a deferred tool that was not found may run if its arguments are valid. Default: yes. */
  readonly runUnloadedCalls?: boolean;
  /** How searches are ranked: a ranker, or the name of a built-in one. Default: `hybrid`. */
  readonly ranker?: RankerChoice;
  /** How long a turn waits for matching skills; later ones are not shown, and 0 shows none. Default: 500 ms. */
  readonly skillWaitMilliseconds?: number;
  /** How long a search without hits waits for servers that are still connecting. Default: 5,000 ms. */
  readonly serverWaitMilliseconds?: number;
  /** The beta names of the feature by provider; checked before the default table. */
  readonly betas?: Readonly<Partial<Record<Provider, readonly string[]>>>;
}
