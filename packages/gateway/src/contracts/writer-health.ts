/** Something that is written in the background: requests never wait for it. */
export interface WriterHealth {
  /** What it is, such as `trace log`. */
  readonly name: string;
  /** Where it goes: a file, a folder or `stdout`. */
  readonly target: string;
  /** `failing`: the last write failed and is tried again. `stalled`: a write has not returned for a while. */
  readonly state: "ok" | "failing" | "stalled";
  /** Why it is not `ok`, such as `ENOSPC`. */
  readonly reason?: string | undefined;
  readonly queuedBytes?: number | undefined;
  readonly writtenLines?: number | undefined;
  /** Lines that were given up because the queue was full. */
  readonly droppedLines?: number | undefined;
  readonly failedWrites: number;
}
