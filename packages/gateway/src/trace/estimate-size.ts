/**
 * The approximate size of a value in memory, in bytes. Shared values are counted once; long strings take no extra time.
 */
export function estimateSize(value: unknown): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") bytes += 16 + next.length * 2;
    else if (typeof next !== "object" || next === null) bytes += 8;
    else if (!seen.has(next)) {
      seen.add(next);
      const values = Object.values(next);
      bytes += 32 + values.length * 16;
      for (const inner of values) waiting.push(inner);
    }
  }
  return bytes;
}
