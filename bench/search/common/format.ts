/** A share as a figure of three digits: `.731`. */
export function formatShare(share: number): string {
  return share.toFixed(3).replace(/^0/, "");
}

/** Milliseconds with three digits that count. */
export function formatMs(ms: number): string {
  return Number.isFinite(ms) ? trimNumber(ms) : "–";
}

export function formatBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${trimNumber(value)} ${units[unit]}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** A table of figures: all columns but the first stand at the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return joinTable(
    head,
    head.map((_, column) => (column === 0 ? "---" : "---:")),
    rows,
  );
}

export function formatTextTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return joinTable(
    head,
    head.map(() => "---"),
    rows,
  );
}

function joinTable(
  head: readonly string[],
  alignment: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [head, alignment, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function trimNumber(value: number): string {
  if (value >= 100) {
    return value.toFixed(0);
  }
  return value >= 10 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toFixed(3);
}
