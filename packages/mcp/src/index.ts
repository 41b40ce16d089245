export { errorTable, type McpErrorCode, type McpErrorDetails } from "./errors/error-table.ts";
export { McpError } from "./errors/mcp-error.ts";
export {
  BackgroundWrites,
  type BackgroundWritesOptions,
  type FileWrite,
  type FileWritesHealth,
} from "./files/background-writes.ts";
export { writeFileAtomically } from "./files/write-file-atomically.ts";
export { createFront, type Front } from "./front/create-front.ts";
export type { FrontCall, FrontCallControl } from "./front/front-call-control.ts";
export type { FrontCaller, FrontUserServers } from "./front/front-caller.ts";
export type { FrontLearning } from "./front/front-learning.ts";
export type { FrontIndex, FrontOptions } from "./front/front-options.ts";
export type {
  FrontPrograms,
  FrontProgramTool,
  ProgramCatalogue,
  ProgramCatalogueTool,
} from "./front/front-programs.ts";
export { frontToolNames } from "./front/front-tools.ts";
export { createFrontHttpHandler, type FrontHttpHandler, type FrontHttpOptions } from "./front/http-handler.ts";
export { type FrontStdio, type FrontStdioOptions, serveFrontOnStdio } from "./front/serve-stdio.ts";
export { defaultCacheFolder, defaultDataFolder, type UserFolders } from "./list-cache/cache-folder.ts";
export { type CatalogueTool, catalogueTool, type ListedTool, type PooledTool } from "./lists/pooled-tool.ts";
export type { ListedPrompt, ListedResource, ListedResourceTemplate, ServerLists } from "./lists/server-lists.ts";
export { type AuthorizeOptions, authorizeServer } from "./oauth/authorize-server.ts";
export { renewUserLogin } from "./oauth/renew-user-login.ts";
export { forgetLogin, loadStoredLogins } from "./oauth/stored-logins.ts";
export type { LoginFlow, UserLogin } from "./oauth/user-login.ts";
export {
  type FinishUserLoginOptions,
  finishUserLogin,
  type StartUserLoginOptions,
  startUserLogin,
} from "./oauth/user-login-flow.ts";
export type { CallerChannel, CallOptions } from "./pool/call-options.ts";
export type { PoolConnection } from "./pool/pool-connection.ts";
export type { PoolAuth, PoolOptions } from "./pool/pool-options.ts";
export { ServerPool } from "./pool/server-pool.ts";
export type { PoolEvent, PoolServerState, ServerStatus } from "./pool/server-status.ts";
export type { SpawnProcess } from "./pool/stdio-transport.ts";
export type { ToolResult } from "./pool/tool-result.ts";
export { entrySecrets } from "./redaction/entry-secrets.ts";
export type { PinPlace } from "./trust/pin-place.ts";
export { openPinTrust, PinTrust, type PinTrustOptions } from "./trust/pin-trust.ts";
export type { HeldItem, ReviewedItem, ReviewedKind } from "./trust/reviewed-item.ts";
export type { TrustGate } from "./trust/trust-gate.ts";
export { UserPools, type UserPoolsOptions, type UserServers } from "./users/user-pools.ts";
export type { ServerUser, UserTokens } from "./users/user-tokens.ts";
