import { countInexact, countJsonValues, isRecord, jsonLimits, maxInexact, parseJson } from "@toolcrib/shared/json";
import { opaqueJson } from "../inner-form/opaque-text.ts";
import type { TextCounts } from "./body-parser.ts";

/** What texts of messages and items hold, if they hold much: they are repeated in every request. */
const known = new WeakMap<object, TextCounts>();

const manyValues = 100;
const none: TextCounts = { values: 0, inexact: 0 };
/** Fields of messages, items and blocks that hold other objects of the API. */
const holders: ReadonlySet<string> = new Set([
  "content",
  "tool_calls",
  "function",
  "reasoning_details",
  // Of calls at the MCP front.
  "params",
  "arguments",
]);

/**
 * Counts what the texts of a request hold that are parsed as JSON later: arguments of calls, and what the gateway gave the client to
 * send back. Ends early once there is too much.
 */
export function countTexts(value: unknown): TextCounts {
  if (!Array.isArray(value)) return isRecord(value) ? countFields(value) : none;
  let sum = none;
  for (const item of value as readonly unknown[]) {
    if (!isRecord(item)) continue;
    const counts = known.get(item) ?? countFields(item);
    if (counts === none) continue;
    if (counts.values > manyValues) known.set(item, counts);
    sum = added(sum, counts);
    if (isTooMuch(sum)) break;
  }
  return sum;
}

function countFields(fields: Readonly<Record<string, unknown>>): TextCounts {
  let sum = none;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === "string") sum = added(sum, countText(name, value));
    else if (typeof value === "object" && holders.has(name)) sum = added(sum, countTexts(value));
    if (isTooMuch(sum)) break;
  }
  return sum;
}

function countText(name: string, text: string): TextCounts {
  if (name === "arguments") return countJson(text);
  const json = opaqueJson(text);
  if (json === undefined) return none;
  const counts = countJson(json);
  // A thought that the gateway gave to a client may itself have a proof that the gateway wrote.
  return isTooMuch(counts) ? counts : added(counts, countTexts(parseJson(json)));
}

function countJson(text: string): TextCounts {
  const values = countJsonValues(text);
  return { values, inexact: values > jsonLimits.values ? 0 : countInexact(text) };
}

function added(one: TextCounts, other: TextCounts): TextCounts {
  if (other === none) return one;
  return { values: one.values + other.values, inexact: one.inexact + other.inexact };
}

const isTooMuch = ({ values, inexact }: TextCounts): boolean => values > jsonLimits.values || inexact > maxInexact;
