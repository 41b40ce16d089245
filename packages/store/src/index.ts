export type { CounterChange, Counters, CounterValue } from "./contract/counters.ts";
export type { Journal, JournalEntry, JournalLabels, JournalQuery, NewJournalEntry } from "./contract/journal.ts";
export type { Principal, Role } from "./contract/principal.ts";
export type {
  CreateValue,
  KeyPage,
  KeyQuery,
  ReadTogether,
  Retention,
  Store,
  StoreKey,
} from "./contract/store.ts";
export type { StoreServices } from "./contract/store-services.ts";
export { errorTable, type StoreErrorCode, type StoreErrorDetails } from "./errors/error-table.ts";
export { StoreError } from "./errors/store-error.ts";
export { GuardedStore, type GuardOptions, type StoreHealth } from "./guard/guarded-store.ts";
export { JoinedStore } from "./guard/joined-store.ts";
export { MemoryCounters } from "./memory/memory-counters.ts";
export { MemoryStore, type MemoryStoreLimits } from "./memory/memory-store.ts";
export { migrateStore } from "./open/migrate-store.ts";
export { openStore } from "./open/open-store.ts";
export { isStorePlace, parsePlace, type StorePlace } from "./open/parse-place.ts";
export { type ReencryptOptions, reencryptSecrets, type SecretsReport } from "./secrets/reencrypt-secrets.ts";
export { type SealedValue, SecretBox } from "./secrets/secret-box.ts";
export { createSecretKey, secretKeysVariable } from "./secrets/secret-keys.ts";
export { SecretStore } from "./secrets/secret-store.ts";
