import { afterEach, expect, it, vi } from "vitest";
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
