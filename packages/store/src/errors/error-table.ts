import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  invalid_store: {
    message: 'The store is invalid: expected "memory", a folder or a postgres:// URL, got {received}.',
    remedy: "Correct `store` in the config, --store or TOOLCRIB_STORE.",
  },
  store_package_missing: {
    message: "A store {place} needs the package {package}, which is not installed.",
    remedy: "Install it next to toolcrib, or choose another store.",
  },
  store_folder_in_use: {
    message: "The store's folder {folder} is in use by process {process}.",
    remedy: "Stop that process, or use PostgreSQL: only one process can use a folder.",
  },
  store_folder_unusable: {
    message: "The store's folder {folder} cannot be opened: {reason}",
    remedy: "Check that the folder exists or can be created, and that it is writable and not full.",
  },
  store_disk_full: {
    message:
      "The disk of the store's folder {folder} is nearly full: expected {needed} MiB of free space, got {free} MiB.",
    remedy:
      "Free space on that disk, or move the folder to a larger one. Writing goes on by itself when there is space.",
  },
  store_unreachable: {
    message: "The store does not answer: {reason}",
    remedy:
      "Check that the database is running and that the address and password are right. The store reconnects by itself.",
  },
  store_forbidden: {
    message: "The user of the store's database may not use its tables: {reason}",
    remedy:
      "Grant the user SELECT, INSERT, UPDATE and DELETE on the tables, and USAGE on the sequences: docs/store.md.",
  },
  catalogues_need_database: {
    message: "Catalogues are searched in a database: expected a store in a folder or in PostgreSQL, got another one.",
    remedy: "Set `store` to a folder or a postgres:// URL, or search in memory.",
  },
  invalid_tenant: {
    message: "The tenant's name is not usable: expected a text with 1 to {limit} characters.",
    remedy: "Name each tenant by an id that stays the same.",
  },
  store_not_migrated: {
    message: "The tables of the store cannot be created or changed: {reason}",
    remedy: "Run `toolcrib migrate --store URL` with a user that may create tables.",
  },
  invalid_secret_key: {
    message: "{variable} is not usable: expected keys of 32 bytes in base64, separated by commas, got {received}.",
    remedy: "Create a key with toolcrib secrets key.",
  },
  secret_key_missing: {
    message: "A secret in the store ({namespace}) is encrypted with the key {id}, which is not in {variable}.",
    remedy: "Add that key after the first one, and run toolcrib secrets rotate before you remove it again.",
  },
  secret_rejected: {
    message: "A secret in the store ({namespace}) cannot be decrypted: it was changed, or copied from another place.",
    remedy: "Find out who changed the database, and delete the value. A user whose login it was logs in again.",
  },
  store_without_list: {
    message:
      "The secrets of this store cannot be re-encrypted: expected a store that lists its keys, got one that does not.",
    remedy: "Implement list in the store, or delete its secrets and create them again.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type StoreErrorCode = keyof typeof errorTable;

/** The values in an error's message, as plain data. */
export type StoreErrorDetails<Code extends StoreErrorCode = StoreErrorCode> = ErrorDetails<typeof errorTable, Code>;
