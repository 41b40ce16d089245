export type { VariableSources } from "./expand-variables.ts";
export { type ConfigPlace, type ConfigPlaces, findConfigFiles } from "./find-config-files.ts";
export { findRepeatedKey, type RepeatedKey } from "./find-repeated-key.ts";
export { findJsonLine, parseJsonWithComments } from "./parse-json-with-comments.ts";
export { mergeServerEntries, readConfigText, readConfigValue, type ServerEntries } from "./read-config.ts";
export { readConfigFiles } from "./read-config-files.ts";
export {
  isUserServer,
  type RemoteServerEntry,
  type ServerEntry,
  type StdioServerEntry,
  type UserAuth,
  type UserServerEntry,
} from "./server-entry.ts";
export { findKeyProblem, foreignKeys, type KeyProblem, serverEntryKeys } from "./server-entry-keys.ts";
