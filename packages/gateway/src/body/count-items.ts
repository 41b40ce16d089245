import { countInexact, countJsonValues, isRecord, jsonLimits, maxInexact, parseJson } from "@toolcrib/shared/json";
import { opaqueJson } from "../inner-form/opaque-text.ts";
import type { ItemCounts } from "./body-parser.ts";
import { maxObjects } from "./check-keys.ts";

/** The counts of messages and items whose texts hold much: they are repeated in every request. */
const known = new WeakMap<object, ItemCounts>();

const manyValues = 100;
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
 * Counts messages or items with their blocks, and what those texts in them hold that are parsed as JSON later: arguments of calls, and
 * what the gateway gave the client to send back. Ends early once there is too much.
 */
export function countItems(items: unknown): ItemCounts {
  const counter = new ItemCounter();
  counter.value(items);
  return counter;
}

class ItemCounter implements ItemCounts {
  objects = 0;
  values = 0;
  inexact = 0;

  value(value: unknown): void {
    if (!Array.isArray(value)) {
      if (isRecord(value)) this.#object(value);
      return;
    }
    for (const item of value as readonly unknown[]) {
      if (this.#isTooMuch) return;
      if (isRecord(item)) this.#item(item);
    }
  }

  #item(item: Readonly<Record<string, unknown>>): void {
    const counts = known.get(item);
    if (counts !== undefined) {
      this.#add(counts);
      return;
    }
    const { objects, values, inexact } = this;
    this.#object(item);
    if (this.values - values < manyValues) return;
    known.set(item, {
      objects: this.objects - objects,
      values: this.values - values,
      inexact: this.inexact - inexact,
    });
  }

  #object(fields: Readonly<Record<string, unknown>>): void {
    this.objects++;
    for (const name in fields) {
      const value = fields[name];
      if (typeof value === "string") this.#text(name, value);
      else if (typeof value === "object" && holders.has(name)) this.value(value);
      if (this.#isTooMuch) return;
    }
  }

  #text(name: string, text: string): void {
    if (name === "arguments") {
      this.#json(text);
      return;
    }
    const json = opaqueJson(text);
    if (json === undefined) return;
    this.#json(json);
    // A thought that the gateway gave to a client may itself have a proof that the gateway wrote.
    if (!this.#isTooMuch) this.value(parseJson(json));
  }

  #json(text: string): void {
    const values = countJsonValues(text);
    this.values += values;
    if (values <= jsonLimits.values) this.inexact += countInexact(text);
  }

  #add({ objects, values, inexact }: ItemCounts): void {
    this.objects += objects;
    this.values += values;
    this.inexact += inexact;
  }

  get #isTooMuch(): boolean {
    return this.values > jsonLimits.values || this.inexact > maxInexact || this.objects > maxObjects;
  }
}
