export type { Retention, Store, StoreKey } from "./contract/store.ts";
export type { StoreServices } from "./contract/store-services.ts";
export { errorTable, type StoreErrorCode, type StoreErrorDetails } from "./errors/error-table.ts";
export { StoreError } from "./errors/store-error.ts";
export { GuardedStore, type GuardOptions, type StoreHealth } from "./guard/guarded-store.ts";
export { MemoryStore, type MemoryStoreLimits } from "./memory/memory-store.ts";
export { migrateStore } from "./open/migrate-store.ts";
export { openStore } from "./open/open-store.ts";
export { isStorePlace, parsePlace, type StorePlace } from "./open/parse-place.ts";
