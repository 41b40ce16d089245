import { startBackgroundTimer } from "@toolcrib/shared/timers";
import { afterEach, expect, it, vi } from "vitest";
import { GuardedStore } from "../guard/guarded-store.ts";
import { openStore } from "../open/open-store.ts";
import { startPostgres } from "../testing/postgres-server.ts";
import { openPostgres } from "./open-postgres.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("takes a password with any characters from PGPASSWORD, or encoded in the URL", async () => {
  const password = "p@ss/w:rd#?%é";
  const server = await startPostgres();
  const admin = await openPostgres(await server.createDatabase());
  await admin.query(`CREATE ROLE odd LOGIN PASSWORD '${password}'`);
  const whoConnects = async (login: string): Promise<unknown> => {
    const database = await openPostgres(`postgres://${login}@127.0.0.1:${server.port}/postgres`);
    try {
      return await database.query("SELECT current_user::text AS name");
    } finally {
      await database.close();
    }
  };

  try {
    expect(await whoConnects(`odd:${encodeURIComponent(password)}`)).toEqual([{ name: "odd" }]);
    await expect(whoConnects("odd")).rejects.toThrow("password");
    vi.stubEnv("PGPASSWORD", password);
    expect(await whoConnects("odd")).toEqual([{ name: "odd" }]);
  } finally {
    await admin.close();
    await server.close();
  }
});

it("survives that the server ends while a transaction waits", async () => {
  const server = await startPostgres();
  const database = await openPostgres(await server.createDatabase());
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", note);

  try {
    const waiting = database.transaction(async (query) => {
      await query("SELECT 1");
      await server.stop();
      // The connection is lost while no statement runs over it.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return query("SELECT 2");
    });
    await expect(waiting).rejects.toMatchObject({ code: "store_unreachable" });
    const running = database.transaction((query) => query("SELECT pg_sleep(20)"));
    await expect(running).rejects.toMatchObject({ code: "store_unreachable" });
    await server.start();
    expect(await database.query("SELECT 1::text AS one")).toEqual([{ one: "1" }]);
    const ended = expect(database.transaction((query) => query("SELECT pg_sleep(20)"))).rejects.toMatchObject({
      code: "store_unreachable",
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.stop();
    await ended;
    expect(uncaught).toEqual([]);
  } finally {
    process.off("uncaughtException", note);
    await database.close();
    await server.close();
  }
});

it("is read while it cannot be written, as a standby is", async () => {
  const server = await startPostgres();
  const place = await server.createDatabase();
  const guard = { clock: () => performance.now(), startTimer: startBackgroundTimer };
  const store = await openStore(place);
  const guarded = new GuardedStore(store, guard);
  const key = { namespace: "n", owner: "o", id: "i" };
  await guarded.set(key, { a: 1 }, { milliseconds: 1_000_000 });
  const admin = await openPostgres(place);
  await admin.query(`ALTER DATABASE ${new URL(place).pathname.slice(1)} SET default_transaction_read_only = on`);
  await admin.query("SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE pid <> pg_backend_pid()");

  try {
    await expect.poll(() => guarded.get([key]).catch(() => [])).toEqual([{ a: 1 }]);
    await expect(guarded.set(key, { a: 2 }, { milliseconds: 1_000_000 })).rejects.toThrow("read-only");
    expect(await guarded.get([key])).toEqual([{ a: 1 }]);
    expect(guarded.health).toMatchObject({ isAvailable: false, reason: expect.stringContaining("read-only") });
  } finally {
    await store.close();
    await admin.close();
    await server.close();
  }
});
