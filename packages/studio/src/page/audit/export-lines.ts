import type { AdminApiAudit } from "@toolcrib/gateway";

const pageLines = 1_000;
/** What a page can hold. The command exports logs of any length. */
const maxLines = 200_000;

/** What an export holds. */
export interface ExportedLines {
  /** JSON Lines, byte for byte as in the log. */
  readonly text: string;
  readonly count: number;
  /** Whether there are more lines than a page can hold. */
  readonly isCut: boolean;
}

/** Reads all lines that a query selects, the oldest first. */
export async function exportLines(
  read: (query: Readonly<Record<string, string>>) => Promise<AdminApiAudit>,
  query: Readonly<Record<string, string>>,
  onProgress: (count: number) => void,
): Promise<ExportedLines> {
  const lines: string[] = [];
  let from: number | null = 1;
  while (from !== null && lines.length < maxLines) {
    const page: AdminApiAudit = await read({ ...query, from: String(from), limit: String(pageLines) });
    lines.push(...page.lines);
    onProgress(lines.length);
    from = page.next;
  }
  return { text: lines.map((line) => `${line}\n`).join(""), count: lines.length, isCut: from !== null };
}
