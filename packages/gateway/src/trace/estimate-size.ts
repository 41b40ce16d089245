/**
 * The approximate size of a value in memory, in bytes. Shared values are counted once; long strings take no extra time.
 * `Number.MAX_SAFE_INTEGER` if it consists of more than `maxValues`, which are not all visited.
 */
export function estimateSize(value: unknown, maxValues: number = Number.MAX_SAFE_INTEGER): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") bytes += 16 + next.length * 2;
    else if (typeof next !== "object" || next === null) bytes += 8;
    else if (!seen.has(next)) {
      seen.add(next);
      if (seen.size > maxValues) return Number.MAX_SAFE_INTEGER;
      const values = Object.values(next);
      bytes += 32 + values.length * 16;
      for (const inner of values) waiting.push(inner);
    }
  }
  return bytes;
}
