export type { Principal, Role, Store, StoreKey } from "@toolcrib/store";
export { type AnswerRequestOptions, createAnswerRequest } from "./answer/create-answer-request.ts";
export { hashOfLine as hashOfAuditLine } from "./audit/audit-chain.ts";
export { createAuditKeys } from "./audit/audit-keys.ts";
export {
  type AuditProblem,
  type AuditVerification,
  type KnownLine,
  type VerifyAuditOptions,
  verifyAudit,
} from "./audit/verify-audit.ts";
export type { AddedNames } from "./config/added-names.ts";
export { configJsonSchema, parseConfig } from "./config/config-schema.ts";
export type {
  AuditConfig,
  ComparisonConfig,
  GatewayConfig,
  GatewaySettings,
  KeyConfig,
  LimitsConfig,
  McpConfig,
  ModelDenyListConfig,
  PricesConfig,
  RetriesConfig,
  RouteConfig,
  SearchConfig,
  ShutdownConfig,
  SkillsConfig,
  ToolHandling,
  TraceConfig,
  UpstreamConfig,
} from "./config/gateway-config.ts";
export { type ConfigFlags, type ConfigSources, loadConfig } from "./config/load-config.ts";
export type { ResolvedConfig } from "./config/resolve-config.ts";
export { type WatchOptions, watchConfig } from "./config/watch-config.ts";
export type {
  AuditCheckpoint,
  AuditContent,
  AuditEvent,
  AuditedArguments,
  AuditedCall,
  AuditedChange,
  AuditRecord,
  LostCalls,
} from "./contracts/audit.ts";
export type { CallActor, CallControl, CallRefusal, ToolCall } from "./contracts/call-control.ts";
export type { CallerUser } from "./contracts/caller-user.ts";
export type { CapabilityEntry } from "./contracts/capability-entry.ts";
export type {
  AdminApiCatalogue,
  AdminApiEdit,
  AdminApiSearchAnswer,
  AdminApiSearchRequest,
  AdminApiTool,
} from "./contracts/catalogue-api.ts";
export type {
  ClientDialect,
  DialectEndpoint,
  ForwardedObserver,
  KeptEndpoint,
  KnownModel,
  ParsedRequest,
  ParseRequest,
  ReceivedRequest,
  StreamEncoder,
} from "./contracts/client-dialect.ts";
export type { AnswerRequest, ClientRequest, TurnAnswer } from "./contracts/client-request.ts";
export type { ComparedDifference, ComparedMeans, Comparison, ComparisonSide } from "./contracts/comparison.ts";
export type { AnswerEvent, AnswerMessage, ApiErrorBody, MessagesBody, Usage } from "./contracts/inner-form.ts";
export type { KeptObjects } from "./contracts/kept-objects.ts";
export type { ProgramCallRecord, ProgramRecord } from "./contracts/program-record.ts";
export type { QuotaConfig, QuotaDimension, QuotaUnit, QuotaUsage, QuotaWindow } from "./contracts/quota.ts";
export type { CallsAfterSearches, RequestLearning } from "./contracts/request-learning.ts";
export type { Route } from "./contracts/route.ts";
export type {
  Bill,
  ModelPrice,
  PriceTable,
  PromptLengths,
  Savings,
  TokenCounts,
} from "./contracts/savings.ts";
export type {
  AdminApiConversationSavings,
  AdminApiSavings,
  ConversationSavings,
  SavingsSummary,
  UpstreamSpeed,
} from "./contracts/savings-api.ts";
export type { ToolsetConnection, ToolsetServer, ToolsetServers } from "./contracts/toolset.ts";
export type {
  ContextBudget,
  FlowParty,
  FlowStep,
  RunningTrace,
  SearchRecord,
  ToolCallRecord,
  TraceRecord,
  TraceRecorder,
  TraceSink,
  UpstreamCallRecord,
} from "./contracts/trace.ts";
export type { Credentials, RawRequest, RawResponse, Upstream, UpstreamCall } from "./contracts/upstream.ts";
export type { WriterHealth } from "./contracts/writer-health.ts";
export { ConfigError } from "./errors/config-error.ts";
export { errorTable, type GatewayErrorCode } from "./errors/error-table.ts";
export { GatewayError } from "./errors/gateway-error.ts";
export { UpstreamError } from "./errors/upstream-error.ts";
export type { AdminApiAccess, AdminApiCaller } from "./http/admin/access-api.ts";
export type {
  AdminApiConversations,
  AdminApiHealth,
  AdminApiLearnedHistory,
  AdminApiLearning,
  AdminApiServer,
  AdminApiStep,
  AdminApiTraces,
  AdminApiUpstream,
  AdminSources,
} from "./http/admin/admin-api.ts";
export type { AdminApiAudit, AdminApiAuditVerification, AdminApiQuotas } from "./http/admin/call-control-routes.ts";
export type { AdminApiConnections, AdminApiLogins } from "./http/admin/connection-routes.ts";
export type { RefusedRequest } from "./http/create-listener.ts";
export type { McpCaller, McpHandler, NodeHandler } from "./http/mcp-door.ts";
export type { FindPage, Page } from "./http/pages.ts";
export type { AccessChange, AccessOutcome } from "./identity/access-change.ts";
export {
  type AccessPlace,
  accessInStore,
  recordApproval,
  type StoreChangeOptions,
} from "./identity/access-in-store.ts";
export { type CreatedKey, createApiKey } from "./identity/api-key.ts";
export type { ListedKey, ListedOrganisation } from "./identity/listed-organisation.ts";
export type { Grant, GrantRule, GrantSubject, Organisation, User } from "./identity/organisation.ts";
export { secretNamespaces } from "./mcp-logins/login-places.ts";
export type { ConfiguredUrl } from "./plan/mcp-toolsets/configured-name.ts";
export { createToolsetServers, type ToolsetServersOptions } from "./plan/mcp-toolsets/create-toolset-servers.ts";
export { configSecrets } from "./redaction/config-secrets.ts";
export type { Refusal } from "./refusals/refusal.ts";
export type { RefusalMemory, RefusalReport } from "./refusals/refusal-memory.ts";
export { defaultCapabilities } from "./route/capability-table.ts";
export { createGateway } from "./server/create-gateway.ts";
export type { Gateway, GatewayOptions } from "./server/gateway.ts";
export type { ListeningAddress } from "./server/listen.ts";
export { type CallAudit, type CallAuditOptions, openCallAudit } from "./server/open-call-audit.ts";
export { createSpanSink } from "./trace/span-sink.ts";
