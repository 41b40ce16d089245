/** The names by which a config or a command chooses an embedder: the included table, or `@toolcrib/encoder`. */
export const embedderNames = ["table", "encoder"] as const;

/** The name of an embedder. */
export type EmbedderName = (typeof embedderNames)[number];
