import type { RankerChoice } from "@toolcrib/search";
import type { Environment } from "../01-mode/mode.ts";
import type { ModelFamily } from "../02-model-support/model-family.ts";
import type { ContextWindows } from "../04-threshold/context-windows.ts";
import type { Provider } from "../08-wire-fields/betas.ts";
import type { TurnBoundaryForm } from "../conversation/turn-boundary/turn-boundary.ts";
import type { LoaderName } from "../loaders/built-in.ts";
import type { Loader, NativeForm } from "../loaders/loader.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";

/** How the engine decides. Plain data; everything has a default. Known by identity: replace the object, never write into it. */
export interface Settings {
  /** When tools are deferred: a value of `ENABLE_TOOL_SEARCH` (`true`, `false`, `auto`, `auto:N`). Goes before the environment. */
  readonly toolSearch?: string | boolean;
  /** Environment variables to read `ENABLE_TOOL_SEARCH` and the kill switch from, such as `process.env`. Default: none. */
  readonly environment?: Environment;
  /** Models that reject references: a bare word is a part of the name, `*` and `?` make it a glob. Replaces the default list. */
  readonly unsupportedModels?: readonly string[];
  /** How models are spoken to. Replaces the default table. */
  readonly modelFamilies?: readonly ModelFamily[];
  /** Context windows by pattern of model; asked before the default table. */
  readonly contextWindows?: ContextWindows;
  /** For models in no table. Default: 200,000. */
  readonly defaultContextWindow?: number;
  /** What to do on a host that is not the provider's own while nobody chose a mode. Default: `off`. */
  readonly onUnknownHost?: "off" | "try";
  /** The hosts of the provider itself. Default: `api.anthropic.com`. */
  readonly firstPartyHosts?: readonly string[];
  /**
   * Who decides which tools are deferred: this engine's checklist, or the `defer_loading` that the tools carry, for a request whose
   * client has decided already. Then no threshold is asked, and no search tool is looked for. Default: `checklist`.
   */
  readonly deferBy?: "checklist" | "flags";
  /** Pins, defers or hides tools. A rule that hides wins; among the others the first that matches decides. */
  readonly policy?: readonly PolicyRule[];
  /** The name of the search tool. Default: `ToolSearch`. */
  readonly searchToolName?: string;
  /** Names of tools through which the agent communicates, in any case: not deferred. Default: `Agent`, `Task`, `Brief`. */
  readonly communicationTools?: readonly string[];
  /** How found tools become callable: a loader, or the name of a built-in one. Default: `native`. */
  readonly loader?: LoaderName | Loader;
  /** Whether undiscovered tools are sent, deferred, on the native loader. Default: `full`. */
  readonly nativeForm?: NativeForm;
  /** How the model learns the names. `delta` says what changed, `list` says all in the first message. Default: `delta`. */
  readonly announcement?: "delta" | "list" | "none";
  /** How long announcements may become. Default: 4,000 tokens. */
  readonly announcementBudgetTokens?: number;
  /** What is done about messages that hold references, on models and loaders that need it. Default: `both`. */
  readonly turnBoundary?: TurnBoundaryForm;
  /** Whether a deferred tool that was not found may run when its arguments are valid. Default: yes. */
  readonly runUnloadedCalls?: boolean;
  /** How searches are ranked: a ranker, or the name of a built-in one. Default: `hybrid`. */
  readonly ranker?: RankerChoice;
  /** How long a turn waits for skills that fit it; what comes later is not shown, and 0 shows none. Default: 500 ms. */
  readonly skillWaitMilliseconds?: number;
  /** How long a search without a hit waits for servers that are still connecting. Default: 5,000 ms. */
  readonly serverWaitMilliseconds?: number;
  /** The beta names of the feature by provider; asked before the default table. */
  readonly betas?: Readonly<Partial<Record<Provider, readonly string[]>>>;
}
