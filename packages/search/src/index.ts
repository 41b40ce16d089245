export { isToolcribError } from "@toolcrib/shared/errors";
export { describeCandidate } from "./answer/candidates.ts";
export { describeSameTools } from "./answer/same-tools.ts";
export type { SearchAnswer } from "./answer/search-answer.ts";
export type { SearchOptions } from "./answer/search-options.ts";
export { describeUnsearched } from "./answer/summarise.ts";
export type { Embedder, Vectors } from "./embedding/embedder.ts";
export { type EmbedderName, embedderNames } from "./embedding/embedder-names.ts";
export { createStaticEmbedder, loadEnglishVocabulary } from "./embedding/static-embedder.ts";
export type { SearchErrorCode, SearchErrorDetails } from "./errors/error-table.ts";
export { errorTable } from "./errors/error-table.ts";
export { SearchError } from "./errors/search-error.ts";
export type { EnglishWord, LanguageReader, Reading } from "./languages/language-reader.ts";
export { type LintCode, type LintRule, type LintSeverity, lintRules } from "./lint/lint-codes.ts";
export type { LintFinding, LintReport, SelfRetrieval } from "./lint/lint-report.ts";
export { type LintOptions, lintTools } from "./lint/lint-tools.ts";
export type { QueryKind, WordQuery } from "./query/parsed-query.ts";
export { type RankerChoice, type RankerName, rankerNames, usesMeaning } from "./rankers/rankers.ts";
export type { CatalogueView } from "./ranking/catalogue-view.ts";
export { maxCandidates } from "./ranking/max-candidates.ts";
export type { Candidate, Hit, Ranker, Ranking, RankRequest, Reason, SemanticState } from "./ranking/ranker.ts";
export type { ToolDocument } from "./tool/document.ts";
export type { SearchableTool } from "./tool/searchable-tool.ts";
export type { CatalogueChange, IndexProgress, ToolIndexOptions } from "./tool-index/tool-index.ts";
export { ToolIndex } from "./tool-index/tool-index.ts";
export type { ExportedTool, ExportedUsage } from "./usage/exported-usage.ts";
export {
  type ToolUsage,
  UsageHistory,
  type UsageHistoryOptions,
  type UsagePreferences,
} from "./usage/usage-history.ts";
