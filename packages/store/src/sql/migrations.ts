import { searchTables } from "./search-tables.ts";

/** A change of the tables. What a released version has is never edited; the next change is a further entry. */
export interface Migration {
  readonly version: number;
  readonly title: string;
  readonly statements: readonly string[];
}

/**
 * In order. Replicas of the version before still run while a migration does and after it, so a migration only adds: tables, columns
 * with a default, indexes. What is no longer used is dropped by a later version.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    title: "values with a time to live",
    statements: [
      `CREATE TABLE toolcrib_values (
        -- A hash of namespace, owner and id: of one length, whatever they are.
        key text COLLATE "C" PRIMARY KEY,
        namespace text NOT NULL,
        owner text NOT NULL,
        id text NOT NULL,
        -- JSON as text: jsonb would change the order of fields, and with it the bytes of later requests.
        value text NOT NULL,
        -- Milliseconds since 1970.
        expires_at bigint NOT NULL
      )`,
      "CREATE INDEX toolcrib_values_expires_at ON toolcrib_values (expires_at)",
    ],
  },
  {
    version: 2,
    title: "journals for the audit log, and counters for quotas",
    statements: [
      `CREATE TABLE toolcrib_journal (
        journal text COLLATE "C" NOT NULL,
        sequence bigint NOT NULL,
        -- Milliseconds since 1970.
        at bigint NOT NULL,
        labels jsonb NOT NULL,
        -- As text: its hash is part of the next entry.
        value text NOT NULL,
        PRIMARY KEY (journal, sequence)
      )`,
      "CREATE INDEX toolcrib_journal_at ON toolcrib_journal (journal, at)",
      "CREATE INDEX toolcrib_journal_labels ON toolcrib_journal USING gin (labels jsonb_path_ops)",
      `CREATE TABLE toolcrib_counters (
        key text COLLATE "C" PRIMARY KEY,
        namespace text COLLATE "C" NOT NULL,
        owner text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        value double precision NOT NULL,
        expires_at bigint NOT NULL
      )`,
      "CREATE INDEX toolcrib_counters_expires_at ON toolcrib_counters (expires_at)",
      "CREATE INDEX toolcrib_counters_namespace ON toolcrib_counters (namespace, owner, id)",
    ],
  },
  {
    version: 3,
    title: "catalogues that are searched in the database",
    statements: searchTables,
  },
];

/** The version of the tables that this code needs. */
export const neededVersion: number = Math.max(...migrations.map(({ version }) => version));
