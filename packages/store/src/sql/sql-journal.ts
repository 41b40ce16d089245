import type { Journal, JournalEntry, JournalLabels, JournalQuery, NewJournalEntry } from "../contract/journal.ts";
import type { Database, Query, Row } from "./database.ts";

/** Texts under the names of the columns: what orders rows has to name the table too. */
const columns = "sequence::text AS sequence, at::text AS at, labels::text AS labels, value";
const lockJournal = "SELECT pg_advisory_xact_lock(hashtextextended('toolcrib_journal ' || $1, 0))::text";
const readLast = `SELECT ${columns} FROM toolcrib_journal WHERE journal = $1 ORDER BY toolcrib_journal.sequence DESC LIMIT 1`;
const insertEntries = `INSERT INTO toolcrib_journal (journal, sequence, at, labels, value)
  SELECT $1, entry.sequence::bigint, entry.at::bigint, entry.labels::jsonb, entry.value
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS entry (sequence, at, labels, value)
  WHERE NOT EXISTS (SELECT 1 FROM toolcrib_journal WHERE journal = $1 AND sequence >= $6::bigint)
  RETURNING sequence::text`;
/** PostgreSQL's code for a key that exists already. */
const uniqueViolation = "23505";
/** How often an append is tried before it waits for its turn. */
const attemptsWithoutTurns = 3;
const deleteEntries = `WITH deleted AS (
    DELETE FROM toolcrib_journal WHERE journal = $1 AND sequence < $2::bigint
      AND sequence < (SELECT max(sequence) FROM toolcrib_journal WHERE journal = $1) RETURNING 1
  ) SELECT count(*)::text AS count FROM deleted`;

/** Journals in a PostgreSQL database. */
export class SqlJournal implements Journal {
  readonly #open: () => Promise<Database>;

  /** `open` returns the database when its tables are there. */
  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  async append(
    name: string,
    make: (last: JournalEntry | undefined) => readonly NewJournalEntry[],
  ): Promise<readonly JournalEntry[]> {
    const database = await this.#open();
    // Two statements in most cases; taking turns needs five, and every process that appends pays for them.
    for (let attempt = 0; attempt < attemptsWithoutTurns; attempt++) {
      const added = await appendOnce(database.query, name, make).catch(unlessTaken);
      if (added !== undefined) return added;
    }
    for (;;) {
      const added = await database
        .transaction(async (query) => {
          await query(lockJournal, [name]);
          return appendOnce(query, name, make);
        })
        .catch(unlessTaken);
      if (added !== undefined) return added;
    }
  }

  async read(name: string, query: JournalQuery): Promise<readonly JournalEntry[]> {
    const { from = 0, to = Number.MAX_SAFE_INTEGER, since = 0, until = Number.MAX_SAFE_INTEGER, labels = {} } = query;
    const database = await this.#open();
    const order = query.newestFirst === true ? "DESC" : "ASC";
    const rows = await database.query(
      `SELECT ${columns} FROM toolcrib_journal WHERE journal = $1 AND sequence BETWEEN $2::bigint AND $3::bigint
        AND at BETWEEN $4::bigint AND $5::bigint AND labels @> $6::jsonb ORDER BY toolcrib_journal.sequence ${order} LIMIT $7::integer`,
      [name, String(from), String(to), String(since), String(until), labelText(labels), query.limit],
    );
    return rows.map(entryOf);
  }

  async deleteBefore(name: string, sequence: number): Promise<number> {
    const database = await this.#open();
    const [deleted] = await database.query(deleteEntries, [name, String(sequence)]);
    return Number(deleted?.["count"] ?? 0);
  }
}

/** Appends to the last entry that can be seen; undefined if another process has appended to it meanwhile. */
async function appendOnce(
  query: Query,
  name: string,
  make: (last: JournalEntry | undefined) => readonly NewJournalEntry[],
): Promise<readonly JournalEntry[] | undefined> {
  const [row] = await query(readLast, [name]);
  const last = row === undefined ? undefined : entryOf(row);
  const first = (last?.sequence ?? 0) + 1;
  const added = make(last).map((entry, position) => ({ ...entry, sequence: first + position }));
  if (added.length === 0) return added;
  const inserted = await query(insertEntries, [
    name,
    added.map(({ sequence }) => String(sequence)),
    added.map(({ at }) => String(at)),
    added.map(({ labels }) => labelText(labels)),
    added.map(({ text }) => text),
    String(first),
  ]);
  return inserted.length === added.length ? added : undefined;
}

/** If two processes append at the same moment, the later one finds its sequence taken, and nothing of it is written. */
function unlessTaken(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === uniqueViolation)) throw error;
}

function entryOf({ sequence, at, labels = "{}", value = "" }: Row): JournalEntry {
  return {
    sequence: Number(sequence),
    at: Number(at),
    labels: readLabels(labels),
    text: value,
  };
}

/** PostgreSQL's jsonb takes neither NUL nor unpaired surrogates: labels are kept, and looked for, as JSON in JSON. */
function labelText(labels: JournalLabels): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, JSON.stringify(value)])),
  );
}

function readLabels(text: string): JournalLabels {
  const labels = JSON.parse(text) as Record<string, string>;
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, JSON.parse(value) as string]));
}
