import type { CounterChange, Counters, CounterValue } from "../contract/counters.ts";
import type { StoreKey } from "../contract/store.ts";
import type { Database, Row } from "./database.ts";
import { hashOfKey } from "./hash-of-key.ts";

const readCounters = `SELECT key, value::text AS value FROM toolcrib_counters
  WHERE key = ANY($1::text[]) AND expires_at > $2::bigint`;
/** A counter that has expired and was not deleted yet starts again. */
const addToCounters = `INSERT INTO toolcrib_counters AS known (key, namespace, owner, id, value, expires_at)
  SELECT key, namespace, owner, id, value::double precision, expires_at::bigint
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    AS given (key, namespace, owner, id, value, expires_at)
  ON CONFLICT (key) DO UPDATE SET
    value = CASE WHEN known.expires_at > $7::bigint THEN known.value + excluded.value ELSE excluded.value END,
    expires_at = CASE WHEN known.expires_at > $7::bigint THEN known.expires_at ELSE excluded.expires_at END
  RETURNING known.key, known.value::text AS value`;
const listCounters = `SELECT owner, id, value::text AS value FROM toolcrib_counters
  WHERE namespace = $1 AND expires_at > $2::bigint ORDER BY owner, id LIMIT $3::integer`;

/** Counters in a PostgreSQL database. */
export class SqlCounters implements Counters {
  readonly #open: () => Promise<Database>;
  readonly #now: () => number;

  /** `open` returns the database when its tables are there. */
  constructor(open: () => Promise<Database>, now: () => number) {
    this.#open = open;
    this.#now = now;
  }

  async read(keys: readonly StoreKey[]): Promise<readonly number[]> {
    if (keys.length === 0) return [];
    const database = await this.#open();
    const hashes = keys.map(hashOfKey);
    const rows = await database.query(readCounters, [hashes, String(this.#now())]);
    return valuesOf(hashes, rows);
  }

  async add(changes: readonly CounterChange[]): Promise<readonly number[]> {
    if (changes.length === 0) return [];
    const database = await this.#open();
    // One row a counter, always in the same order: two processes that add to the same counters must not wait for each other.
    const rows = [...sums(changes)].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const now = this.#now();
    const added = await database.query(addToCounters, [
      rows.map(([hash]) => hash),
      rows.map(([, { key }]) => JSON.stringify(key.namespace)),
      rows.map(([, { key }]) => JSON.stringify(key.owner)),
      rows.map(([, { key }]) => JSON.stringify(key.id)),
      rows.map(([, { amount }]) => String(amount)),
      rows.map(([, { retention }]) => String(Math.ceil(now + retention.milliseconds))),
      String(now),
    ]);
    return valuesOf(
      changes.map(({ key }) => hashOfKey(key)),
      added,
    );
  }

  async list(namespace: string, limit: number): Promise<readonly CounterValue[]> {
    const database = await this.#open();
    const rows = await database.query(listCounters, [JSON.stringify(namespace), String(this.#now()), limit]);
    return rows.map(({ owner = '""', id = '""', value }) => ({
      key: { namespace, owner: JSON.parse(owner) as string, id: JSON.parse(id) as string },
      value: Number(value),
    }));
  }
}

function valuesOf(hashes: readonly string[], rows: readonly Row[]): readonly number[] {
  const values = new Map(rows.map(({ key, value }) => [key, Number(value)]));
  return hashes.map((hash) => values.get(hash) ?? 0);
}

function sums(changes: readonly CounterChange[]): ReadonlyMap<string, CounterChange> {
  const byHash = new Map<string, CounterChange>();
  for (const change of changes) {
    const hash = hashOfKey(change.key);
    byHash.set(hash, { ...change, amount: change.amount + (byHash.get(hash)?.amount ?? 0) });
  }
  return byHash;
}
