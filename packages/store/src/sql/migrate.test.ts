import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateStore } from "../open/migrate-store.ts";
import { openStore } from "../open/open-store.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { type PostgresServer, startPostgres } from "../testing/postgres-server.ts";
import { neededVersion } from "./migrations.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const key = { namespace: "n", owner: "o", id: "i" };

it("migrates once, whoever comes first, and tells what is missing before", async () => {
  const place = await server.createDatabase();
  const missing = await migrateStore(place, { dryRun: true });
  const done = await Promise.all(Array.from({ length: 5 }, () => migrateStore(place)));

  expect(missing.map(({ version }) => version)).toContain(neededVersion);
  expect(done.filter((migrations) => migrations.length > 0)).toEqual([missing]);
  expect(await migrateStore(place, { dryRun: true })).toEqual([]);
});

it("works for a user that may not create tables once an owner has migrated, and says what to do before that", async () => {
  const place = await server.createDatabase();
  const owner = await openPostgres(place);
  await owner.query("CREATE ROLE reader LOGIN PASSWORD 'reader'");
  await owner.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
  const store = await openStore(place.replace("postgres:password", "reader:reader"));

  await expect(store.get([key])).rejects.toMatchObject({ code: "store_not_migrated" });
  await migrateStore(place);
  await expect(store.get([key])).rejects.toMatchObject({ code: "store_forbidden" });
  await owner.query("GRANT SELECT, INSERT, UPDATE, DELETE ON toolcrib_values TO reader");
  await owner.query("GRANT SELECT ON toolcrib_migrations TO reader");
  await store.set(key, { a: 1 }, { milliseconds: 1_000_000 });

  expect(await store.get([key])).toEqual([{ a: 1 }]);
  await store.close();
  await owner.close();
});

it("leaves tables of a newer version as they are, and works with them", async () => {
  const place = await server.createDatabase();
  await migrateStore(place);
  const database = await openPostgres(place);
  await database.query("INSERT INTO toolcrib_migrations (version, title) VALUES (9999, 'of the future')");
  await database.query("ALTER TABLE toolcrib_values ADD COLUMN more text NOT NULL DEFAULT ''");
  const store = await openStore(place);
  await store.set(key, { a: 1 }, { milliseconds: 1_000_000 });

  expect(await store.get([key])).toEqual([{ a: 1 }]);
  await store.close();
  await database.close();
});

it("reports once that its clock differs from that of the database", async () => {
  const place = await server.createDatabase();
  // Not whole seconds: the answer of the database takes a part of the next one.
  const time = { ahead: 60_400 };
  const ends: (() => void)[] = [];
  const problems: string[] = [];
  const store = await openStore(place, {
    now: () => Date.now() + time.ahead,
    reportProblem: (problem) => problems.push(problem),
    startTimer: (_milliseconds, onEnd) => {
      ends.push(onEnd);
      return { restart: () => ends.push(onEnd), stop: () => {} };
    },
  });
  const cleanUp = async (): Promise<void> => {
    const count = ends.length;
    ends.at(-1)?.();
    await expect.poll(() => ends.length).toBe(count + 1);
  };
  await cleanUp();
  await cleanUp();
  time.ahead = 0;
  await cleanUp();
  time.ahead = -90_400;
  await cleanUp();

  expect(problems).toEqual([
    expect.stringContaining("60 seconds ahead of that of the database"),
    expect.stringContaining("90 seconds behind that of the database"),
  ]);
  await store.close();
});

it("deletes expired values in the background", async () => {
  const place = await server.createDatabase();
  const database = await openPostgres(place);
  let now = 1_000;
  const ends: (() => void)[] = [];
  const store = await openStore(place, {
    now: () => now,
    startTimer: (_milliseconds, onEnd) => {
      ends.push(onEnd);
      return { restart: () => {}, stop: () => {} };
    },
  });
  await store.set(key, { a: 1 }, { milliseconds: 10 });
  await store.set({ ...key, id: "later" }, { a: 2 }, { milliseconds: 10_000 });
  now += 10;
  ends[0]?.();

  const ids = async () => (await database.query("SELECT id FROM toolcrib_values")).map(({ id }) => id);
  await expect.poll(ids).toEqual(["later"]);
  await store.close();
  await database.close();
});
