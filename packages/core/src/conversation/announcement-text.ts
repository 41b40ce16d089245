/** The content of one announcement: added names and per-server counts, removed names and servers. */
export interface Announcement {
  readonly names: readonly string[];
  /** Servers with too many tools to name, with the number of unnamed tools. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many more can only be found by a search. Written, never parsed back. */
  readonly unnamed?: number;
  readonly removedNames: readonly string[];
  readonly removedServers: readonly string[];
  /** The total number of deferred tools. Written, never parsed back. */
  readonly total?: number;
}

const opening = "Deferred tools";
const reminderOpening = "<system-reminder>\n";
const reminderClosing = "\n</system-reminder>";
const countLine = /^mcp__(.+)__\* \((\d+) tools?\)$/;
const serverLine = /^mcp__(.+)__\*$/;

/** Writes an announcement, one name per line: the parser below reads it on every later turn. */
export function writeAnnouncement(announcement: Announcement, searchToolName: string, wrapReminder: boolean): string {
  const added = [
    ...announcement.names,
    ...[...announcement.counts].map(([server, count]) => writeCount(server, count)),
  ];
  const removed = [...announcement.removedNames, ...announcement.removedServers.map((server) => `mcp__${server}__*`)];
  const { unnamed = 0, total = 0 } = announcement;
  const lines = [introduction(searchToolName, added.length + unnamed > 0, total)];
  if (added.length > 0) lines.push("<deferred-tools>", ...added, "</deferred-tools>");
  if (unnamed > 0) lines.push(`${unnamed} more ${unnamed === 1 ? "is" : "are"} not named here: search with words.`);
  if (removed.length > 0) lines.push("<deferred-tools-removed>", ...removed, "</deferred-tools-removed>");
  const text = lines.join("\n");
  return wrapReminder ? `${reminderOpening}${text}${reminderClosing}` : text;
}

function introduction(searchToolName: string, hasAdded: boolean, total: number): string {
  if (!hasAdded) return `${opening} that are no longer available (${total} left):`;
  return `${opening}: ${total} in all, available but not loaded. Before calling one, load it with ${searchToolName}: "select:NAME" for a name, or words for what it should do.`;
}

function writeCount(server: string, count: number): string {
  return `mcp__${server}__* (${count} ${count === 1 ? "tool" : "tools"})`;
}

/** Parses an announcement; undefined if the text is not one. */
export function readAnnouncement(text: string): Announcement | undefined {
  const body = text.startsWith(reminderOpening) ? text.slice(reminderOpening.length) : text;
  if (!body.startsWith(opening)) return undefined;
  const lines = body.split("\n");
  const added = linesBetween(lines, "<deferred-tools>", "</deferred-tools>");
  const removed = linesBetween(lines, "<deferred-tools-removed>", "</deferred-tools-removed>");
  if (added.length === 0 && removed.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const line of added) {
    const [, server, count] = countLine.exec(line) ?? [];
    if (server !== undefined) counts.set(server, Number(count));
  }
  return {
    names: added.filter((line) => !countLine.test(line)),
    counts,
    removedNames: removed.filter((line) => !serverLine.test(line)),
    removedServers: removed.flatMap((line) => serverLine.exec(line)?.[1] ?? []),
  };
}

/** Whether a text tells the model which deferred tools there are. */
export function isAnnouncement(text: string): boolean {
  return readAnnouncement(text) !== undefined;
}

function linesBetween(lines: readonly string[], start: string, end: string): readonly string[] {
  const from = lines.indexOf(start);
  const to = lines.indexOf(end, from);
  return from < 0 || to < 0 ? [] : lines.slice(from + 1, to);
}
