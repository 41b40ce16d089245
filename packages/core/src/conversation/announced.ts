import type { Announcement } from "./announcement-text.ts";

/** What the model was told so far, according to earlier announcements in the conversation. */
export interface Announced {
  readonly names: ReadonlySet<string>;
  /** Servers whose tools were announced only as a count. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The mutable form, used while reading. */
export class AnnouncedReading implements Announced {
  readonly names: Set<string> = new Set();
  readonly counts: Map<string, number> = new Map();
  /** Grows with every change, so that others can tell whether they are up to date. */
  version = 0;

  apply(announcement: Announcement): void {
    for (const name of announcement.removedNames) this.names.delete(name);
    for (const server of announcement.removedServers) this.counts.delete(server);
    for (const name of announcement.names) this.names.add(name);
    for (const [server, count] of announcement.counts) this.counts.set(server, count);
    this.version++;
  }

  /** After a compaction, nothing counts as announced. */
  reset(): void {
    this.names.clear();
    this.counts.clear();
    this.version++;
  }
}
