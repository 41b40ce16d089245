import type { Timer } from "@toolcrib/shared/timers";
import type { CreateValue, KeyPage, KeyQuery, ReadTogether, Retention, Store, StoreKey } from "../contract/store.ts";
import type { StoreServices } from "../contract/store-services.ts";
import type { Database, Row } from "./database.ts";
import { hashOfKey } from "./hash-of-key.ts";
import { migrate } from "./migrate.ts";
import { SqlCounters } from "./sql-counters.ts";
import { SqlJournal } from "./sql-journal.ts";

/** How often expired values are deleted, and how many at a time, so that no statement holds many rows for long. */
const cleanUpMilliseconds = 60_000;
const cleanUpRows = 1_000;
/** Every process compares with its own clock when something expires: locks after 30 seconds, and counts of a minute. */
const maxClockDifferenceMilliseconds = 5_000;

const readValues = `SELECT key, value FROM toolcrib_values WHERE key = ANY($1::text[]) AND expires_at > $2::bigint`;
const readBoth = `SELECT 'value' AS kind, key, value FROM toolcrib_values WHERE key = ANY($1::text[]) AND expires_at > $3::bigint
  UNION ALL SELECT 'counter', key, value::text FROM toolcrib_counters WHERE key = ANY($2::text[]) AND expires_at > $3::bigint`;
const writeValue = `INSERT INTO toolcrib_values (key, namespace, owner, id, value, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6::bigint)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`;
const createValue = `INSERT INTO toolcrib_values AS known (key, namespace, owner, id, value, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6::bigint)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
  WHERE known.expires_at <= $7::bigint RETURNING key`;
const deleteValue = `DELETE FROM toolcrib_values WHERE key = $1 AND expires_at > $2::bigint RETURNING key`;
const listKeys = `SELECT key, owner, id FROM toolcrib_values
  WHERE namespace = $1 AND expires_at > $2::bigint AND key > $3 AND ($4 = '' OR owner = $5)
  ORDER BY key LIMIT $6::integer`;
const lockKey = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text";
const deleteExpired = (table: string): string => `DELETE FROM ${table} WHERE key IN
  (SELECT key FROM ${table} WHERE expires_at <= $1::bigint ORDER BY expires_at LIMIT ${cleanUpRows} FOR UPDATE SKIP LOCKED)
  RETURNING key`;
const readClock = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS now";
const expiringTables = ["toolcrib_values", "toolcrib_counters"];

/** A store in a PostgreSQL database, which several processes may share. */
export class SqlStore implements Store {
  readonly specificationVersion = "v1";
  readonly journal: SqlJournal;
  readonly counters: SqlCounters;
  readonly #database: Database;
  readonly #services: StoreServices;
  readonly #timer: Timer;
  /** Whether the tables are there; undefined until somebody needs them. After a failure they are tried again. */
  #migrated: Promise<unknown> | undefined;
  #isClockReported = false;

  constructor(database: Database, services: StoreServices) {
    this.#database = database;
    this.#services = services;
    this.journal = new SqlJournal(() => this.open());
    this.counters = new SqlCounters(() => this.open(), services.now);
    this.#timer = services.startTimer(cleanUpMilliseconds, () => void this.#cleanUp());
  }

  async get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]> {
    if (keys.length === 0) return [];
    const database = await this.open();
    const hashes = keys.map(hashOfKey);
    const rows = await database.query(readValues, [hashes, String(this.#services.now())]);
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    return hashes.map((hash) => parse(values.get(hash)));
  }

  readonly readTogether: ReadTogether = async (keys, counters) => {
    const database = await this.open();
    const [hashes, counterHashes] = [keys.map(hashOfKey), counters.map(hashOfKey)];
    const rows = await database.query(readBoth, [hashes, counterHashes, String(this.#services.now())]);
    const found = new Map(rows.map(({ kind, key, value }) => [`${kind} ${key}`, value]));
    return {
      values: hashes.map((hash) => parse(found.get(`value ${hash}`))),
      counts: counterHashes.map((hash) => Number(found.get(`counter ${hash}`) ?? 0)),
    };
  };

  async set(key: StoreKey, value: object, retention: Retention): Promise<void> {
    const database = await this.open();
    await database.query(writeValue, this.#rowOf(key, value, retention));
  }

  readonly create: CreateValue = async (key, value, retention) => {
    const database = await this.open();
    const now = String(this.#services.now());
    const rows = await database.query(createValue, [...this.#rowOf(key, value, retention), now]);
    return rows.length > 0;
  };

  async update(
    key: StoreKey,
    change: (value: object | undefined) => object | undefined,
    retention: Retention,
  ): Promise<object | undefined> {
    const database = await this.open();
    const hash = hashOfKey(key);
    return database.transaction(async (query) => {
      // A lock of the row would not keep two processes from creating it at the same time.
      await query(lockKey, [hash]);
      const now = String(this.#services.now());
      const [row] = await query(readValues, [[hash], now]);
      const value = change(parse(row?.["value"]));
      if (value === undefined) await query(deleteValue, [hash, now]);
      else await query(writeValue, this.#rowOf(key, value, retention));
      return value;
    });
  }

  async delete(key: StoreKey): Promise<boolean> {
    const database = await this.open();
    const rows = await database.query(deleteValue, [hashOfKey(key), String(this.#services.now())]);
    return rows.length > 0;
  }

  async list(namespace: string, { owner, after = "", limit }: KeyQuery): Promise<KeyPage> {
    const database = await this.open();
    const rows = await database.query(listKeys, [
      printable(namespace),
      String(this.#services.now()),
      after,
      owner === undefined ? "" : "owner",
      printable(owner ?? ""),
      limit + 1,
    ]);
    const page = rows.slice(0, limit);
    const keys = page.flatMap((row) => readKey(namespace, row) ?? []);
    return { keys, next: rows.length > limit ? page.at(-1)?.["key"] : undefined };
  }

  async close(): Promise<void> {
    this.#timer.stop();
    await this.#database.close();
  }

  /** The database with its tables. */
  async open(): Promise<Database> {
    this.#migrated ??= migrate(this.#database);
    try {
      await this.#migrated;
    } catch (error) {
      this.#migrated = undefined;
      throw error;
    }
    return this.#database;
  }

  #rowOf(key: StoreKey, value: object, { milliseconds }: Retention): string[] {
    const expiresAt = String(Math.ceil(this.#services.now() + milliseconds));
    const { namespace, owner, id } = key;
    return [hashOfKey(key), printable(namespace), printable(owner), printable(id), JSON.stringify(value), expiresAt];
  }

  async #cleanUp(): Promise<void> {
    const tries = async (work: (database: Database) => Promise<void>, problem: string): Promise<void> => {
      try {
        await work(await this.open());
      } catch (error) {
        this.#services.reportProblem(problem, error);
      }
    };
    await tries((database) => this.#deleteExpired(database), "The store did not delete expired values.");
    await tries((database) => this.#checkClock(database), "The store did not tell its time.");
    await tries(async (database) => database.compact?.(), "The store did not give back the space of deleted values.");
    this.#timer.restart();
  }

  async #checkClock(database: Database): Promise<void> {
    const { now, reportProblem } = this.#services;
    const before = now();
    const [row] = await database.query(readClock);
    const theirs = Number(row?.["now"]);
    // Whatever part of the time the answer took.
    const [ahead, behind] = [before - theirs, theirs - now()];
    const difference = Math.max(ahead, behind);
    const isOff = difference > maxClockDifferenceMilliseconds;
    if (isOff && !this.#isClockReported) {
      const seconds = Math.round(difference / 1_000);
      const direction = ahead > behind ? "ahead of" : "behind";
      const problem = `The clock of this machine is ${seconds} seconds ${direction} that of the database: data expires too early or too late, and quotas are counted in different periods.`;
      reportProblem(problem, undefined);
    }
    this.#isClockReported = isOff;
  }

  async #deleteExpired(database: Database): Promise<void> {
    const now = String(this.#services.now());
    for (const table of expiringTables) {
      for (let deleted = cleanUpRows; deleted === cleanUpRows; ) {
        deleted = (await database.query(deleteExpired(table), [now])).length;
      }
    }
  }
}

/** For people who look into the table. PostgreSQL's texts hold no NUL, and what identifies a value is the hash. */
function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).slice(0, 400);
}

/** The key of a row, unless its parts were too long to be kept. */
function readKey(namespace: string, row: Row): StoreKey | undefined {
  try {
    const [owner, id] = [row["owner"], row["id"]].map((text) => JSON.parse(`"${text}"`) as string);
    const key = { namespace, owner: owner ?? "", id: id ?? "" };
    return hashOfKey(key) === row["key"] ? key : undefined;
  } catch {
    return undefined;
  }
}

/** What is not JSON any more was not written by us, and counts as lost. */
function parse(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
