import { expect, it, onTestFinished } from "vitest";
import { startPostgres } from "../../../store/src/testing/postgres-server.ts";
import { runToolcrib } from "../../src/testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";

const files = createTemporaryFiles();
const folder = files.folder;

it("says what is missing, creates the tables of the store in the config, and finds nothing to do after that", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.close());
  files.write("toolcrib.json", JSON.stringify({ store: await postgres.createDatabase() }));
  const missing = await runToolcrib(["migrate", "--dry-run", "--json"], { folder });
  const done = await runToolcrib(["migrate"], { folder });
  const again = await runToolcrib(["migrate", "--json"], { folder });

  const { pending } = JSON.parse(missing.stdout) as { pending: { version: number; title: string }[] };
  expect(missing.exitCode).toBe(1);
  expect(done).toMatchObject({
    exitCode: 0,
    stdout: pending.map(({ version, title }) => `applied  ${version}  ${title}\n`).join(""),
  });
  expect(pending.length).toBeGreaterThan(1);
  expect(again).toMatchObject({ exitCode: 0, stdout: '{"applied":[]}\n' });
});

it("says that a store in memory has no tables", async () => {
  const empty = createTemporaryFiles().folder;
  const { stdout, exitCode } = await runToolcrib(["migrate"], {
    folder: empty,
    environment: { TOOLCRIB_STORE: undefined },
  });

  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringContaining("has no tables"), exitCode: 0 });
});

it("rejects a store that is none, and one that does not answer, without the password", async () => {
  for (const store of ["mysql://root:secret@host/db", "postgres://root:secret@127.0.0.1:1/db"]) {
    const { exitCode, stderr } = await runToolcrib(["migrate"], { folder, environment: { TOOLCRIB_STORE: store } });

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toContain("secret");
  }
});
