/** What an entry is found by, such as the tool or the user. */
export type JournalLabels = Readonly<Record<string, string>>;

/** An entry before it is appended. */
export interface NewJournalEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly labels: JournalLabels;
  /** Comes back unchanged. It holds no NUL and no unpaired surrogate, as JSON does not. */
  readonly text: string;
}

/** An entry of a journal. */
export interface JournalEntry extends NewJournalEntry {
  /** Counts from 1, without gaps. */
  readonly sequence: number;
}

/** Which entries to read. Everything that is given has to match. */
export interface JournalQuery {
  /** The lowest sequence. */
  readonly from?: number | undefined;
  /** The highest sequence. */
  readonly to?: number | undefined;
  /** The earliest and the latest time, in milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly labels?: JournalLabels | undefined;
  /** Default: the oldest first. */
  readonly newestFirst?: boolean | undefined;
  readonly limit: number;
}

/** Lists to which entries are only appended, by any number of processes. */
export interface Journal {
  /**
   * Appends what `make` returns, which gets the last entry so far, and returns the new entries. No other append to this journal comes in
   * between, from whatever process.
   */
  append(
    name: string,
    make: (last: JournalEntry | undefined) => readonly NewJournalEntry[],
  ): Promise<readonly JournalEntry[]>;
  read(name: string, query: JournalQuery): Promise<readonly JournalEntry[]>;
  /** Deletes the entries before a sequence, and returns their number. The last entry always stays. */
  deleteBefore(name: string, sequence: number): Promise<number>;
}
