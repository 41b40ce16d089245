import type { Announcement } from "./announcement-text.ts";

/** What the model was told so far, as earlier announcements in the conversation say it. */
export interface Announced {
  readonly names: ReadonlySet<string>;
  /** Servers whose tools were only counted. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The same, while it is being read. */
export class AnnouncedReading implements Announced {
  readonly names: Set<string> = new Set();
  readonly counts: Map<string, number> = new Map();
  /** Grows with every change, so that others can tell whether they have seen it all. */
  version = 0;

  apply(announcement: Announcement): void {
    for (const name of announcement.removedNames) this.names.delete(name);
    for (const server of announcement.removedServers) this.counts.delete(server);
    for (const name of announcement.names) this.names.add(name);
    for (const [server, count] of announcement.counts) this.counts.set(server, count);
    this.version++;
  }

  /** After a compaction the model has been told nothing. */
  reset(): void {
    this.names.clear();
    this.counts.clear();
    this.version++;
  }
}
