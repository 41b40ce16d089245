import { errorMessage } from "@toolcrib/shared/errors";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { importOptional } from "../errors/import-optional.ts";
import { StoreError } from "../errors/store-error.ts";
import type { Database, Query, Row } from "../sql/database.ts";

/** Long enough for a busy server, short enough for a request that waits. */
const connectMilliseconds = 2_000;
const queryMilliseconds = 5_000;
const longQueryMilliseconds = 6 * 3_600_000;
const maxConnections = 10;

/** The database of a PostgreSQL server. Connects when it is needed, and again after a failure. */
export async function openPostgres(url: string): Promise<Database> {
  const pg = await importOptional("pg", "in PostgreSQL", () => import("pg"));
  const pool = new pg.default.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: queryMilliseconds,
    application_name: "toolcrib",
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // Without a listener, the loss of an idle connection would end the process. The next query opens another.
  pool.on("error", () => {});
  return {
    query: queryOf(pool),
    transaction: (run) => runTransaction(pool, run),
    runLong: async (text) => {
      await reachable(pool.query({ text, query_timeout: longQueryMilliseconds } as QueryConfig));
    },
    close: () => pool.end(),
  };
}

async function runTransaction<Value>(pool: Pool, run: (query: Query) => Promise<Value>): Promise<Value> {
  const client = await reachable(pool.connect());
  // The pool listens to idle connections only. Statements fail by themselves; without a listener the process would end, too.
  const ignore = (): void => {};
  client.on("error", ignore);
  let failure: Error | undefined;
  try {
    const query = queryOf(client);
    await query("BEGIN");
    const value = await run(query);
    await query("COMMIT");
    return value;
  } catch (error) {
    await client.query("ROLLBACK").catch((broken: Error) => {
      failure = broken;
    });
    throw error;
  } finally {
    // A connection that could not be rolled back is not used again.
    client.release(failure);
    client.off("error", ignore);
  }
}

function queryOf(connection: Pool | PoolClient): Query {
  return async (text, values = []) => (await reachable(connection.query<Row>(text, [...values]))).rows;
}

/** Errors of the connection get our words; those of a statement keep theirs. */
async function reachable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const code = codeOf(cause);
    if (code === forbiddenCode) throw new StoreError("store_forbidden", { reason: errorMessage(cause) }, { cause });
    if (code !== undefined && !connectionCodes.test(code)) throw cause;
    throw new StoreError("store_unreachable", { reason: errorMessage(cause) }, { cause });
  }
}

const forbiddenCode = "42501";
/** Classes of PostgreSQL's codes that say something about the connection or the server: 08, 28, 3D, 53 and 57. */
const connectionCodes = /^(08|28|3D|53|57)/;

/** PostgreSQL's code of an error; undefined if it is not the server's. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "severity" in error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
