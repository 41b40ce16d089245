import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBackgroundTimer } from "@toolcrib/shared/timers";
import { afterAll, beforeAll, describe, it } from "vitest";
import { openFolder } from "../folder/open-folder.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { storeSuite } from "../suites/store-suite.ts";
import { startPostgres } from "../testing/postgres-server.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { SqlStore } from "./sql-store.ts";

const quiet = { startTimer: startBackgroundTimer, reportProblem: () => {} };

async function openServer(): Promise<Database> {
  const server = await startPostgres();
  const database = await openPostgres(await server.createDatabase());
  return { ...database, close: () => database.close().then(() => server.close()) };
}

async function openTemporaryFolder(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-store-"));
  const database = await openFolder(folder);
  return { ...database, close: () => database.close().then(() => rmSync(folder, { recursive: true, force: true })) };
}

describe.each([
  ["PostgreSQL", openServer],
  ["a folder", openTemporaryFolder],
])("the store in %s", (_place, open) => {
  let database: Database;
  // Starting takes seconds, so all checks share one, and each begins with an empty one.
  beforeAll(async () => {
    database = await open();
    await migrate(database);
  });
  afterAll(() => database.close());

  it.each(
    storeSuite(async (now) => {
      await database.query("TRUNCATE toolcrib_values, toolcrib_journal, toolcrib_counters");
      return new SqlStore({ ...database, close: async () => {} }, { ...quiet, now });
    }),
  )("$title", ({ run }) => run());
});
