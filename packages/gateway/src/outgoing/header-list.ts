import { beginsReservedHeader, isReservedHeader } from "./reserved-headers.ts";

/** Tells which headers, in lower case, are on a list. */
export type HasHeader = (name: string) => boolean;

const pattern = /^[\w!#$%&'+.^`|~-]{1,128}\*?$/;
/** The gateway sends its own or the client's key in them. */
const credentials: readonly string[] = ["authorization", "x-api-key"];

/** A list of names in any case; one that ends in `*` stands for all names with its beginning. */
export function headerList(patterns: readonly string[]): HasHeader {
  const lower = patterns.map((text) => text.toLowerCase());
  const names = new Set(lower);
  const beginnings = lower.flatMap((text) => (text.endsWith("*") ? [text.slice(0, -1)] : []));
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

/** Whether a config may add a name, or a beginning with `*`, to the headers that are passed on. */
export function isForwardable(text: string): boolean {
  const name = text.toLowerCase();
  if (!pattern.test(name)) return false;
  if (!name.endsWith("*")) return !isReservedHeader(name) && !credentials.includes(name);
  const beginning = name.slice(0, -1);
  return !beginsReservedHeader(beginning) && !credentials.some((credential) => credential.startsWith(beginning));
}
