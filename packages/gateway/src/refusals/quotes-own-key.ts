import { isRecord } from "@toolcrib/shared/json";

/** A key that is no plain name, so that an error that quotes it may seem to name other fields: `x.temperature`. */
const oddKey = /\w\W|\W\w/;
/** Real requests have a few such keys, in schemas and arguments of tools. */
const maxOddKeys = 10_000;

/** Whether an error quotes a key of the request that is no plain name: that is the client's mistake, not a refusal. */
export function quotesOwnKey(message: string, request: unknown): boolean {
  const text = message.replaceAll("\\", "");
  const open: unknown[] = [request];
  let oddKeys = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === "object") open.push(item);
    } else if (isRecord(value)) {
      for (const key in value) {
        if (oddKey.test(key) && (++oddKeys > maxOddKeys || text.includes(key.replaceAll("\\", "")))) return true;
        if (typeof value[key] === "object") open.push(value[key]);
      }
    }
  }
  return false;
}
