export { type Environment, parseMode, type ToolSearchMode } from "../01-mode/mode.ts";
export { defaultModelFamilies, type ModelFamily } from "../02-model-support/model-family.ts";
export { defaultUnsupportedModels, publishedHaikuRule } from "../02-model-support/model-support.ts";
export type { ContextWindows } from "../04-threshold/context-windows.ts";
export { type Provider, providers } from "../08-wire-fields/betas.ts";
export { isKillSwitchOn } from "./resolve-settings.ts";
