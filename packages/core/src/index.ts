export type { StartTimer } from "@toolcrib/shared/timers";
export {
  type CacheBreak,
  type CacheBreakCause,
  type CacheDiagnosis,
  type CacheLevel,
  diagnoseCacheBreak,
} from "./cache/cache-break.ts";
export { type CachedRequest, fingerprintRequest, type RequestFingerprint } from "./cache/fingerprint.ts";
export {
  type Compaction,
  type CompactionKind,
  compactConversation,
  reloadTools,
  snapshotBeforeCompaction,
} from "./compaction/compaction.ts";
export { type Snip, snipConversation } from "./compaction/snip.ts";
export { checkMessages } from "./conversation/check-message.ts";
export type {
  CompactMetadata,
  ContentBlock,
  Message,
  TextBlock,
  ToolReferenceBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "./conversation/message.ts";
export type { CataloguePlan } from "./deferral-decision/catalogue-plan.ts";
export { displayOf, type FoldAwayMark } from "./display/fold-away.ts";
export { CoreError } from "./errors/core-error.ts";
export { type CoreErrorCode, type CoreErrorDetails, errorTable } from "./errors/error-table.ts";
export { type GateAnswer, type GateReason, gateReasons } from "./loader-available/gate-reasons.ts";
export { isFeatureRefusal, Refusals } from "./loader-available/refusals.ts";
export type { Upstream } from "./loader-available/upstream.ts";
export type { CallWrapper, Loader } from "./loaders/loader.ts";
export { type Environment, parseMode, type ToolSearchMode } from "./mode/mode.ts";
export { defaultModelFamilies, type ModelFamily } from "./model-support/model-family.ts";
export { defaultUnsupportedModels, publishedHaikuRule } from "./model-support/model-support.ts";
export { type CallAnswer, nextTurn } from "./next-turn/next-turn.ts";
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
export { EngineMemory } from "./prepare-request/engine-memory.ts";
export { planRequest, prepareRequest } from "./prepare-request/prepare-request.ts";
export type { PreparedRequest, RequestKind, RequestToPrepare, ServerState } from "./prepare-request/request.ts";
export type { TraceEntry, TraceSink } from "./prepare-request/trace.ts";
export type { Repair, RepairCode } from "./repair/repair.ts";
export { type CallQuestion, type CallVerdict, checkCall, type RefusalReason } from "./schema-not-sent/check-call.ts";
export type { SearchAdvice } from "./schema-not-sent/search-advice.ts";
export { answerSearchCall, type SearchCallAnswer, type SearchCallQuestion } from "./search-call/search-call.ts";
export type { SearchIndex, SearchIndexAnswer } from "./search-call/search-index.ts";
export { createSearchTool } from "./search-call/search-tool.ts";
export type { SearchTrace } from "./search-call/search-trace.ts";
export type { CatalogueIndex, CreateIndex, IndexedTool } from "./session/catalogue-index.ts";
export { DeferralSession } from "./session/session.ts";
export type { SessionOptions, SessionRequest } from "./session/session-options.ts";
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
export type { ContextWindows } from "./threshold/context-windows.ts";
export type { CountRequest, CountTokens, DeferralCost } from "./threshold/threshold.ts";
export { checkTool } from "./tool/check-tools.ts";
export { type McpTool, toolFromMcp } from "./tool/from-mcp.ts";
export { maxToolNameLength, mcpToolName, parseMcpToolName } from "./tool/mcp-tool-name.ts";
export type { Tool, ToolAnnotations, WireTool } from "./tool/tool.ts";
export { type InputProblem, type InputVerdict, validateInput } from "./validate-input/validate-input.ts";
export { WorkBudget } from "./validate-input/work-budget.ts";
export { isToolSearchBeta } from "./wire-fields/betas.ts";
