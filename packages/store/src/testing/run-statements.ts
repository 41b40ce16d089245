import pg from "pg";

/** Runs statements on a connection of its own, one after the other, without a time limit. Returns the rows of the last. */
export async function runStatements(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly Record<string, string>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, string>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
