/** Catalogues are spread over so many partitions by their numbers. */
const partitions = 8;

const partitioned = ["toolcrib_tools", "toolcrib_tool_codes"];

/** Tables of catalogues that are searched in the database. They stay empty where nobody uses them. */
export const searchTables: readonly string[] = [
  `CREATE TABLE toolcrib_catalogues (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- A hash of the tenant and of what the vectors are computed with.
    key text COLLATE "C" NOT NULL UNIQUE,
    -- A hash of the tenant alone, and its name for people who look into the table.
    tenant_key text COLLATE "C" NOT NULL,
    tenant text NOT NULL,
    vectors_id text NOT NULL,
    tools integer NOT NULL DEFAULT 0,
    -- How many of them have vectors.
    embedded integer NOT NULL DEFAULT 0,
    -- Changes with the tools.
    version bigint NOT NULL DEFAULT 0,
    -- Bits of a code that have an index of their own; 0 if there is none.
    indexed_bits integer NOT NULL DEFAULT 0,
    -- Milliseconds since 1970; null if it is kept until it is deleted.
    expires_at bigint
  )`,
  "CREATE INDEX toolcrib_catalogues_expires_at ON toolcrib_catalogues (expires_at)",
  "CREATE INDEX toolcrib_catalogues_tenant ON toolcrib_catalogues (tenant_key)",
  "CREATE SEQUENCE toolcrib_tool_numbers",
  `CREATE TABLE toolcrib_tools (
    catalogue integer NOT NULL,
    number bigint NOT NULL DEFAULT nextval('toolcrib_tool_numbers'),
    name text COLLATE "C" NOT NULL,
    lower_name text COLLATE "C" NOT NULL,
    server text COLLATE "C" NOT NULL,
    -- The tool's own name without a number at its end.
    unnumbered_name text COLLATE "C" NOT NULL,
    hash text NOT NULL,
    -- The searchable fields as JSON.
    document text NOT NULL,
    words tsvector NOT NULL,
    -- The words with what each is worth, for ranking.
    terms text NOT NULL,
    name_terms text[] NOT NULL,
    vectors bytea,
    PRIMARY KEY (catalogue, number)
  ) PARTITION BY HASH (catalogue)`,
  `CREATE TABLE toolcrib_tool_codes (
    catalogue integer NOT NULL,
    number bigint NOT NULL,
    -- The signs of the vector's values.
    code bit varying NOT NULL,
    PRIMARY KEY (catalogue, number)
  ) PARTITION BY HASH (catalogue)`,
  ...partitioned.flatMap((table) =>
    Array.from(
      { length: partitions },
      (_none, place) =>
        `CREATE TABLE ${table}_${place} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${place})${
          // Rows are read whole and often: compressing them costs more than it saves.
          table === "toolcrib_tools" ? " WITH (toast_tuple_target = 8160)" : ""
        }`,
    ),
  ),
  "CREATE UNIQUE INDEX toolcrib_tools_name ON toolcrib_tools (catalogue, lower_name, name)",
  "CREATE INDEX toolcrib_tools_server ON toolcrib_tools (catalogue, server, unnumbered_name)",
  // Searches are more frequent than changes: none reads through a list of changes that wait for being merged.
  "CREATE INDEX toolcrib_tools_words ON toolcrib_tools USING gin (words) WITH (fastupdate = off)",
  `CREATE TABLE toolcrib_tool_terms (
    catalogue integer NOT NULL,
    term text COLLATE "C" NOT NULL,
    tools integer NOT NULL,
    describing integer NOT NULL,
    prominent integer NOT NULL,
    PRIMARY KEY (catalogue, term)
  )`,
  "CREATE INDEX toolcrib_tool_terms_unused ON toolcrib_tool_terms (catalogue) WHERE tools <= 0",
];
