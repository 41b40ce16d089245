import { nextTurn } from "@toolcrib/shared/timers";
import { definitionHash } from "../lists/definition-hash.ts";

/** So many items of one list are used: as many tools as a request may have. */
const maxItems = 20_000;
/** What a JSON value counts for in the size of an item, in addition to its text. */
const sizePerValue = 64;
/** Schemas with more values are not enforced either. */
const maxItemSize = 20_000 * sizePerValue;
const maxListSize = 100 * maxItemSize;
/** A few milliseconds of work. */
const sizePerTurn = maxItemSize;

/**
 * The items of a server's list, over all of its pages, within limits for their number and their size. Other work runs in between. An
 * item that is too large is left out.
 */
export class LimitedItems {
  readonly items: unknown[] = [];
  readonly tooLarge: unknown[] = [];
  /** Whether there were more items than are used. */
  isCut = false;
  #size = 0;
  #due = 0;

  async add(page: readonly unknown[]): Promise<void> {
    for (const item of page) {
      if (this.isCut) return;
      const size = sizeOf(item);
      this.#due += size;
      if (this.items.length === maxItems || this.#size + size > maxListSize) {
        this.isCut = true;
      } else if (size > maxItemSize) {
        this.tooLarge.push(item);
      } else {
        this.#size += size;
        this.items.push(item);
        // It is needed for every item, takes longest, and is remembered.
        if (typeof item === "object" && item !== null) definitionHash(item);
      }
      if (this.#due < sizePerTurn) continue;
      this.#due = 0;
      await nextTurn();
    }
  }
}

/** The size of an item; of one that is too large, at least more than the limit. */
function sizeOf(item: unknown): number {
  const open = [item];
  let size = 0;
  while (open.length > 0 && size <= maxItemSize) {
    const value = open.pop();
    size += sizePerValue;
    if (typeof value === "string") size += value.length;
    if (typeof value !== "object" || value === null) continue;
    for (const key in value) {
      size += key.length;
      open.push((value as Readonly<Record<string, unknown>>)[key]);
    }
  }
  return size;
}
