const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** `950`, `12.5k`, `−1.2M`: for narrow places. */
export function formatShort(count: number): string {
  // Intl writes a hyphen, which is too short beside figures.
  if (count < 0) return `−${formatShort(-count)}`;
  if (count < 1000) return whole.format(count);
  if (count < 999_950) return `${oneDigit.format(count / 1000)}k`;
  return `${oneDigit.format(count / 1_000_000)}M`;
}

/** `0.8 ms`, `42 ms`, `1.3 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 10) return `${oneDigit.format(milliseconds)} ms`;
  if (milliseconds < 1000) return `${whole.format(milliseconds)} ms`;
  return `${oneDigit.format(milliseconds / 1000)} s`;
}

/** `87 %`; never `100 %` for a part. */
export function formatShare(part: number, total: number): string {
  if (total <= 0) return "0 %";
  if (part < 0) return `−${formatShare(-part, total)}`;
  const percent = (part / total) * 100;
  if (percent > 99 && part < total) return `${(Math.floor(percent * 10) / 10).toFixed(1)} %`;
  return `${whole.format(percent)} %`;
}

const waits = [
  [86_400, "day", 3_600, "h"],
  [3_600, "h", 60, "min"],
  [60, "min", 1, "s"],
] as const;

/** `12 s`, `5 min`, `3 h 12 min`, `12 days`: until something happens. */
export function formatWait(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  for (const [large, name, small, smallName] of waits) {
    if (seconds < large) continue;
    const count = Math.floor(seconds / large);
    const word = name === "day" && count !== 1 ? "days" : name;
    const rest = Math.floor((seconds % large) / small);
    return rest === 0 || count >= 10 ? `${count} ${word}` : `${count} ${word} ${rest} ${smallName}`;
  }
  return `${seconds} s`;
}

/** `14:03:22`, in the viewer's time zone. */
export function formatTime(isoTime: string): string {
  const date = new Date(isoTime);
  if (Number.isNaN(date.getTime())) return isoTime;
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `14:03`, in the viewer's time zone. */
export function formatClock(isoTime: string): string {
  return formatTime(isoTime).slice(0, 5);
}

const cents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const smallAmounts = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 2,
  minimumSignificantDigits: 2,
});

/** `$12.34`; `$0.0021` below ten cents. */
export function formatMoney(dollars: number): string {
  if (dollars < 0) return `−${formatMoney(-dollars)}`;
  return dollars !== 0 && dollars < 0.1 ? smallAmounts.format(dollars) : cents.format(dollars);
}
