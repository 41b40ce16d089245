/** A row of an answer. All columns that are read are texts, because drivers differ in how they give back other types. */
export type Row = Readonly<Record<string, string>>;

export type Query = (
  text: string,
  values?: readonly (string | number | null | readonly string[])[],
) => Promise<readonly Row[]>;

/** A PostgreSQL database: a server's, or one that runs in this process. */
export interface Database {
  readonly query: Query;
  /** Runs statements as one transaction, which is undone if `run` rejects. */
  transaction<Value>(run: (query: Query) => Promise<Value>): Promise<Value>;
  /** Runs a statement that may take long, such as one that creates an index. */
  runLong(text: string): Promise<void>;
  /** Gives the space of deleted rows back, for a database that does not do so by itself. */
  readonly compact?: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}
