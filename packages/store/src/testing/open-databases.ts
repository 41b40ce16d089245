import { openPostgres } from "../postgres/open-postgres.ts";
import type { Database, Query, Row } from "../sql/database.ts";
import { startPostgres } from "./postgres-server.ts";

/** An empty database of a PostgreSQL server of its own. */
export async function openServer(): Promise<Database & { readonly url: string }> {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const database = await openPostgres(url);
  return { ...database, url, close: () => database.close().then(() => server.close()) };
}

/** An empty database in this process, with pgvector. */
export async function openWithVectors(): Promise<Database> {
  const [{ PGlite }, { vector }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite-pgvector"),
  ]);
  const database = await PGlite.create({ extensions: { vector } });
  await database.exec("CREATE EXTENSION vector");
  const queryOf =
    (connection: { query<Result>(text: string, values?: unknown[]): Promise<{ rows: Result[] }> }): Query =>
    async (text, values = []) =>
      (await connection.query<Row>(text, [...values])).rows;
  return {
    query: queryOf(database),
    transaction: (run) => database.transaction((transaction) => run(queryOf(transaction))),
    runLong: async (text) => {
      await database.query(text);
    },
    close: () => database.close(),
  };
}
