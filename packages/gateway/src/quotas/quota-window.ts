import type { QuotaWindow } from "../contracts/quota.ts";

/** A period, in milliseconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The period of a window that a moment is in. Periods begin with the calendar's, in UTC. */
export function periodAt(window: QuotaWindow, now: number): Period {
  if (window === "month") {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
  }
  const length = lengths[window];
  const start = Math.floor(now / length) * length;
  return { start, end: start + length };
}
