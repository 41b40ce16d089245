export type { AccessRule } from "./access/access-rule.ts";
export type { VariableSources } from "./config/expand-variables.ts";
export { type ConfigPlace, type ConfigPlaces, findConfigFiles } from "./config/find-config-files.ts";
export { mergeServerEntries, readConfigText, readConfigValue, type ServerEntries } from "./config/read-config.ts";
export { readConfigFiles } from "./config/read-config-files.ts";
export type { RemoteServerEntry, ServerEntry, StdioServerEntry } from "./config/server-entry.ts";
export { errorTable, type McpErrorCode, type McpErrorDetails } from "./errors/error-table.ts";
export { McpError } from "./errors/mcp-error.ts";
export { longestToolName, parsePlainToolName, pooledToolName } from "./names/tool-name.ts";
