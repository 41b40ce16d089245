import { type RankerChoice, rankerNames } from "@toolcrib/search";
import { describeValue } from "@toolcrib/shared/errors";
import { isKillSwitchSet, type ModeReading, readMode } from "../01-mode/mode.ts";
import { defaultModelFamilies } from "../02-model-support/model-family.ts";
import { defaultUnsupportedModels } from "../02-model-support/model-support.ts";
import { defaultContextWindow, defaultContextWindows } from "../04-threshold/context-windows.ts";
import type { DeferralRules } from "../05-deferral-decision/deferral-decision.ts";
import { defaultBetas } from "../08-wire-fields/betas.ts";
import { CoreError } from "../errors/core-error.ts";
import { builtInLoaders, loaderNames } from "../loaders/built-in.ts";
import { checkLoader } from "../loaders/check-loader.ts";
import type { Loader } from "../loaders/loader.ts";
import { checkPolicy } from "../policy/check-policy.ts";
import { checkSettings } from "./check-settings.ts";
import type { Settings } from "./settings.ts";

/** The settings with defaults applied, read once. */
export interface ResolvedSettings extends Required<Omit<Settings, "toolSearch" | "environment" | "betas" | "loader">> {
  readonly loader: Loader;
  readonly mode: ModeReading;
  readonly isKilled: boolean;
  readonly rules: DeferralRules;
  readonly betas: typeof defaultBetas;
}

/** The tools with which Claude Code's agents talk to each other and to their user. */
const defaultCommunicationTools: readonly string[] = ["Agent", "Task", "Brief"];

/** Whether the kill switch is set: then nothing of tool search may be sent (E2.2). */
export function isKillSwitchOn(settings: Settings): boolean {
  return isKillSwitchSet(settings.environment ?? {});
}

/** Applies the defaults, and throws for an unusable setting. */
export function resolveSettings(settings: Settings = {}): ResolvedSettings {
  checkSettings(settings);
  const environment = settings.environment ?? {};
  const policy = checkPolicy(listOf("policy", settings.policy, []), "policy");
  const searchToolName = settings.searchToolName ?? "ToolSearch";
  const communicationTools = listOf("communicationTools", settings.communicationTools, defaultCommunicationTools);
  const deferBy = oneOf("deferBy", settings.deferBy, ["checklist", "flags"]);
  return {
    mode: readMode(checkedMode(settings.toolSearch), environment),
    isKilled: isKillSwitchOn(settings),
    rules: {
      policy,
      deferBy,
      searchToolName,
      communicationTools: new Set(communicationTools.map((name) => name.toLowerCase())),
    },
    policy,
    deferBy,
    searchToolName,
    communicationTools,
    unsupportedModels: listOf("unsupportedModels", settings.unsupportedModels, defaultUnsupportedModels),
    modelFamilies: listOf("modelFamilies", settings.modelFamilies, defaultModelFamilies),
    contextWindows: [...listOf("contextWindows", settings.contextWindows, []), ...defaultContextWindows],
    defaultContextWindow: positive("defaultContextWindow", settings.defaultContextWindow, defaultContextWindow),
    onUnknownHost: oneOf("onUnknownHost", settings.onUnknownHost, ["off", "try"]),
    firstPartyHosts: listOf("firstPartyHosts", settings.firstPartyHosts, ["api.anthropic.com"]),
    loader: loaderOf(settings.loader),
    undiscoveredTools: oneOf("undiscoveredTools", settings.undiscoveredTools, ["deferred", "omitted"]),
    announcement: oneOf("announcement", settings.announcement, ["delta", "list", "none"]),
    announcementBudgetTokens: positive("announcementBudgetTokens", settings.announcementBudgetTokens, 4_000),
    turnBoundary: oneOf("turnBoundary", settings.turnBoundary, ["both", "text", "none"]),
    runUnloadedCalls: settings.runUnloadedCalls ?? true,
    ranker: rankerOf(settings.ranker),
    skillWaitMilliseconds: positive("skillWaitMilliseconds", settings.skillWaitMilliseconds, 500),
    serverWaitMilliseconds: positive("serverWaitMilliseconds", settings.serverWaitMilliseconds, 5_000),
    betas: { ...defaultBetas, ...settings.betas },
  };
}

function loaderOf(loader: Settings["loader"]): Loader {
  if (typeof loader === "object" && loader !== null) return checkLoader(loader);
  return builtInLoaders[oneOf("loader", loader, loaderNames)];
}

function rankerOf(ranker: Settings["ranker"]): RankerChoice {
  if (typeof ranker !== "object" || ranker === null) return oneOf("ranker", ranker, rankerNames);
  const isNamed = typeof ranker.name === "string" && ranker.name !== "";
  if (ranker.specificationVersion === "v1" && isNamed && typeof ranker.rank === "function") return ranker;
  throw new CoreError("invalid_setting", {
    setting: "ranker",
    expected: "a ranker of specification v1 with a name and a function rank()",
    received: describeValue(ranker),
  });
}

function checkedMode(value: unknown): string | boolean | undefined {
  if (value === undefined || typeof value === "string" || typeof value === "boolean") return value;
  throw new CoreError("invalid_setting", {
    setting: "toolSearch",
    expected: 'true, false, "auto" or "auto:N"',
    received: describeValue(value),
  });
}

function listOf<Item>(setting: string, value: readonly Item[] | undefined, fallback: readonly Item[]): readonly Item[] {
  if (value === undefined) return fallback;
  if (Array.isArray(value)) return value;
  throw new CoreError("invalid_setting", { setting, expected: "an array", received: describeValue(value) });
}

/** The first value is the default. */
function oneOf<Value extends string>(setting: string, value: Value | undefined, values: readonly Value[]): Value {
  if (value === undefined) return values[0] as Value;
  if (values.includes(value)) return value;
  throw new CoreError("invalid_setting", {
    setting,
    expected: `one of ${values.join(", ")}`,
    received: describeValue(value),
  });
}

function positive(setting: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw new CoreError("invalid_setting", { setting, expected: "a number from 0 up", received: describeValue(value) });
}
