import { isRecord } from "@toolcrib/shared/json";
import type { Store } from "@toolcrib/store";

/** What a caller keeps in the store. */
interface StoredEntry {
  readonly id: string;
  readonly bytes: number;
  readonly until: number;
}

/** What is kept, and for how long. */
export interface StoredValue {
  readonly namespace: string;
  readonly owner: string;
  readonly id: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

const listId = "list";

/**
 * Makes room for a value: adds it to the list of those that a caller keeps, and deletes the oldest ones beyond `maxBytes`.
 * Without a limit, a caller could fill the store with one large value per request.
 */
export async function boundStored(
  store: Store,
  { namespace, owner, id, bytes, milliseconds }: StoredValue,
  { maxBytes, now }: { readonly maxBytes: number; readonly now: number },
): Promise<void> {
  let dropped: readonly StoredEntry[] = [];
  const change = (value: object | undefined): object => {
    const kept = entriesOf(value).filter(({ until }) => until > now);
    const entries = [...kept, { id, bytes, until: now + milliseconds }];
    let sum = entries.reduce((total, entry) => total + entry.bytes, 0);
    let first = 0;
    while (sum > maxBytes && first < entries.length - 1) sum -= (entries[first++] as StoredEntry).bytes;
    dropped = entries.slice(0, first);
    return { entries: entries.slice(first) };
  };
  await store.update({ namespace, owner, id: listId }, change, { milliseconds });
  await Promise.all(dropped.map((entry) => store.delete({ namespace, owner, id: entry.id })));
}

function entriesOf(value: object | undefined): readonly StoredEntry[] {
  const { entries } = isRecord(value) ? value : {};
  return Array.isArray(entries) ? (entries as StoredEntry[]) : [];
}
