/** Longer texts are not checked: no value with a format is this long. */
const maxLength = 2_000;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})?$/i;
const address = /^[^\s@]+@[^\s@]+$/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const uri = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i;

/**
 * The enforced formats; others are annotations, as in JSON Schema. They detect obvious errors and leave the rest to the
 * tool, and no expression can match a character in two ways.
 */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date", isDate],
  ["time", (text) => time.test(text)],
  ["date-time", isDateTime],
  ["email", (text) => address.test(text)],
  ["uuid", (text) => uuid.test(text)],
  ["ipv4", (text) => ipv4.test(text)],
  ["ipv6", isIpv6],
  ["uri", (text) => uri.test(text)],
]);

/** Whether a text matches a format; true for unknown formats. */
export function hasFormat(format: unknown, text: string): boolean {
  if (typeof format !== "string" || text.length > maxLength) return true;
  return formats.get(format)?.(text) ?? true;
}

function isDate(text: string): boolean {
  const [, year, month, dayOfMonth] = day.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(2000, Number(month) - 1, 1));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(dayOfMonth);
}

function isDateTime(text: string): boolean {
  return /^[t ]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && time.test(text.slice(11));
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  // The last 32 bits may be written as an IPv4 address.
  const tail = groups.at(-1) ?? "";
  const wide = tail.includes(".") && ipv4.test(tail) ? groups.slice(0, -1) : groups;
  const count = groups.length + groups.length - wide.length;
  return wide.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
