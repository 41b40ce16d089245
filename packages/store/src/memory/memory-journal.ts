import type { Journal, JournalEntry, JournalQuery, NewJournalEntry } from "../contract/journal.ts";

/** Characters of all entries of a journal; the oldest are dropped first. */
const maxLength = 32 * 1_024 * 1_024;

interface MemoryList {
  entries: JournalEntry[];
  length: number;
}

/** Journals of a single process. */
export class MemoryJournal implements Journal {
  readonly #lists = new Map<string, MemoryList>();

  async append(
    name: string,
    make: (last: JournalEntry | undefined) => readonly NewJournalEntry[],
  ): Promise<readonly JournalEntry[]> {
    const list = this.#lists.get(name) ?? { entries: [], length: 0 };
    const last = list.entries.at(-1);
    const first = (last?.sequence ?? 0) + 1;
    const added = make(last).map((entry, position) => ({ ...entry, sequence: first + position }));
    list.entries.push(...added);
    list.length += lengthOf(added);
    while (list.length > maxLength && list.entries.length > 1) list.length -= lengthOf(list.entries.splice(0, 1));
    this.#lists.set(name, list);
    return added;
  }

  async read(name: string, query: JournalQuery): Promise<readonly JournalEntry[]> {
    const found = (this.#lists.get(name)?.entries ?? []).filter((entry) => matches(entry, query));
    return (query.newestFirst === true ? found.toReversed() : found).slice(0, query.limit);
  }

  async deleteBefore(name: string, sequence: number): Promise<number> {
    const list = this.#lists.get(name);
    if (list === undefined) return 0;
    const last = list.entries.at(-1);
    const kept = list.entries.filter((entry) => entry.sequence >= sequence || entry === last);
    const deleted = list.entries.length - kept.length;
    list.entries = kept;
    list.length = lengthOf(kept);
    return deleted;
  }
}

function matches(
  { sequence, at, labels }: JournalEntry,
  {
    from = 0,
    to = Number.MAX_SAFE_INTEGER,
    since = 0,
    until = Number.MAX_SAFE_INTEGER,
    labels: wanted = {},
  }: JournalQuery,
): boolean {
  if (sequence < from || sequence > to || at < since || at > until) return false;
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function lengthOf(entries: readonly JournalEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length, 0);
}
