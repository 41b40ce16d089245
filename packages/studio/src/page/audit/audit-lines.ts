import type { AdminApiAudit, AuditRecord } from "@toolcrib/gateway";

/** A line of the audit log: its bytes, which the next line has the hash of, and what they say. */
export interface AuditLine {
  readonly text: string;
  readonly record: AuditRecord;
}

/** Lines, the newest first, and where older ones begin. */
export interface ReadLines {
  readonly lines: readonly AuditLine[];
  /** The highest number of the older ones; null if there are none. */
  readonly next: number | null;
  /** The key whose private part signs checkpoints; null if none does. */
  readonly publicKey: string | null;
}

/** A row of the table: a line, or the day that the lines below are of. */
export type AuditRow =
  | { readonly type: "line"; readonly line: AuditLine }
  | { readonly type: "day"; readonly day: string };

export function readLines({ lines, next, publicKey }: AdminApiAudit): ReadLines {
  return { lines: lines.map((text) => ({ text, record: JSON.parse(text) as AuditRecord })), next, publicKey };
}

/** Adds the latest lines to those that were read before. If lines in between may be missing, only the latest are left. */
export function addNewest(before: ReadLines, newest: ReadLines): ReadLines {
  const known = before.lines[0]?.record.sequence ?? 0;
  const added = newest.lines.filter(({ record }) => record.sequence > known);
  const isGap = added.length === newest.lines.length && newest.next !== null;
  if (isGap || before.lines.length === 0) return newest;
  return added.length === 0 ? before : { ...newest, lines: [...added, ...before.lines], next: before.next };
}

export function addOlder(before: ReadLines, older: ReadLines): ReadLines {
  return { ...older, lines: [...before.lines, ...older.lines] };
}

/** Lines under their days. Checkpoints are shown only to those who ask for them. */
export function rowsOf(lines: readonly AuditLine[], withCheckpoints: boolean): readonly AuditRow[] {
  let last: string | undefined;
  return lines.flatMap((line): AuditRow[] => {
    if (line.record.kind === "checkpoint" && !withCheckpoints) return [];
    const day = dayOf(line.record.at);
    const row: AuditRow = { type: "line", line };
    if (day === last) return [row];
    last = day;
    return [{ type: "day", day }, row];
  });
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

function dayOf(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : dayFormat.format(date);
}
