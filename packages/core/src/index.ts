export type { StartTimer } from "@toolcrib/shared/timers";
export { type Environment, parseMode, type ToolSearchMode } from "./01-mode/mode.ts";
export { defaultModelFamilies, type ModelFamily } from "./02-model-support/model-family.ts";
export { defaultUnsupportedModels, publishedHaikuRule } from "./02-model-support/model-support.ts";
export { type GateAnswer, type GateReason, gateReasons } from "./03-loader-available/gate-reasons.ts";
export { isFeatureRefusal, Refusals } from "./03-loader-available/refusals.ts";
export type { Upstream } from "./03-loader-available/upstream.ts";
export type { ContextWindows } from "./04-threshold/context-windows.ts";
export type { CountRequest, CountTokens, DeferralCost } from "./04-threshold/threshold.ts";
export type { CataloguePlan } from "./05-deferral-decision/catalogue-plan.ts";
export { isToolSearchBeta } from "./08-wire-fields/betas.ts";
export { answerSearchCall, type SearchCallAnswer, type SearchCallQuestion } from "./11-search-call/search-call.ts";
export type { SearchIndex, SearchIndexAnswer } from "./11-search-call/search-index.ts";
export { createSearchTool } from "./11-search-call/search-tool.ts";
export type { SearchTrace } from "./11-search-call/search-trace.ts";
export { type CallAnswer, nextTurn } from "./12-next-turn/next-turn.ts";
export {
  type Compaction,
  type CompactionKind,
  compactConversation,
  reloadTools,
  snapshotBeforeCompaction,
} from "./13-compaction/compaction.ts";
export { type Snip, snipConversation } from "./13-compaction/snip.ts";
export {
  type CacheBreak,
  type CacheBreakCause,
  type CacheDiagnosis,
  type CacheLevel,
  diagnoseCacheBreak,
} from "./cache/cache-break.ts";
export { type CachedRequest, fingerprintRequest, type RequestFingerprint } from "./cache/fingerprint.ts";
export { type CallQuestion, type CallVerdict, checkCall, type RefusalReason } from "./calls/check-call.ts";
export type { SearchAdvice } from "./calls/search-advice.ts";
export { type InputProblem, type InputVerdict, validateInput } from "./calls/validate-input/validate-input.ts";
export { WorkBudget } from "./calls/validate-input/work-budget.ts";
export { checkMessages } from "./conversation/check-message.ts";
export { displayOf, type FoldAwayMark } from "./conversation/fold-away.ts";
export type {
  CompactMetadata,
  ContentBlock,
  Message,
  TextBlock,
  ToolReferenceBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "./conversation/message.ts";
export { EngineMemory } from "./engine/prepare-request/engine-memory.ts";
export { planRequest, prepareRequest } from "./engine/prepare-request/prepare-request.ts";
export type { PreparedRequest, RequestKind, RequestToPrepare } from "./engine/prepare-request/request.ts";
export type { TraceEntry, TraceSink } from "./engine/prepare-request/trace.ts";
export type { Repair, RepairCode } from "./engine/repair/repair.ts";
export type { CatalogueIndex, CreateIndex, IndexedTool } from "./engine/session/catalogue-index.ts";
export { DeferralSession } from "./engine/session/session.ts";
export type { SessionOptions, SessionRequest } from "./engine/session/session-options.ts";
export { CoreError } from "./errors/core-error.ts";
export { type CoreErrorCode, type CoreErrorDetails, errorTable } from "./errors/error-table.ts";
export type { CallWrapper, Loader } from "./loaders/loader.ts";
export { checkPolicy } from "./policy/check-policy.ts";
export {
  findPolicyRule,
  findRuleAgainstCall,
  guardsCallsOf,
  hidesServer,
  hidesTool,
  mayHideFrom,
  rulesForClient,
} from "./policy/policy.ts";
export { findRuleProblem, type PolicyAction, type PolicyRule, type RuleProblem } from "./policy/policy-rule.ts";
export { isKillSwitchOn } from "./settings/resolve-settings.ts";
export type { Settings } from "./settings/settings.ts";
export { allowedSkills } from "./skills/allowed-skills.ts";
export { answerSkillCall, type SkillCallAnswer, type SkillCallQuestion } from "./skills/answer-skill-call.ts";
export { discoveredSkills } from "./skills/discovered-skills.ts";
export { folderSkillSource, type SkillFiles } from "./skills/folder-source.ts";
export { type FetchText, remoteSkillSource } from "./skills/remote-source.ts";
export type { SkillListing, SkillSource, SkillSummary } from "./skills/skill.ts";
export { skillIndexOf } from "./skills/skill-index.ts";
export { openSkillLibrary, type SkillDocument, type SkillLibrary } from "./skills/skill-library.ts";
export { writeSkillList } from "./skills/skill-list.ts";
export { skillsSentence, withSkillsSentence } from "./skills/skill-prompt.ts";
export { discoverSkillsTool, type SkillToolNames, skillTool } from "./skills/skill-tools.ts";
export type { SkillTrace } from "./skills/skill-trace.ts";
export {
  freshSkills,
  type PrefetchOptions,
  prefetchSkills,
  type SkillPrefetch,
  skillQueryOf,
  surfaceSkills,
  withSkillList,
} from "./skills/surface-skills.ts";
export { checkTool } from "./tool/check-tools.ts";
export { type McpTool, toolFromMcp } from "./tool/from-mcp.ts";
export { maxToolNameLength, mcpToolName, parseMcpToolName } from "./tool/mcp-tool-name.ts";
export type { ServerState } from "./tool/server-state.ts";
export type { Tool, ToolAnnotations, WireTool } from "./tool/tool.ts";
