import { countJsonValues } from "@toolcrib/shared/json";
import type { ItemCounts } from "../../../../../body/body-parser.ts";
import { countItems } from "../../../../../body/count-items.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";

interface WrittenSize {
  readonly bytes: number;
  readonly values: number;
}

/** By the item, which a body may name many times. */
const sizes = new WeakMap<object, WrittenSize>();

/** Counts kept items that a request names as if its body held them. Throws if a body could not hold so many. */
export function countKept(items: readonly unknown[], maxBytes: number): ItemCounts {
  const counts = countItems(items);
  let { values } = counts;
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item as object);
    values += size.values;
    bytes += size.bytes;
    if (bytes > maxBytes) throw new GatewayError("body_too_large", { limit: maxBytes });
  }
  const { objects, inexact } = counts;
  return { objects, values, inexact };
}

function sizeOf(item: object): WrittenSize {
  let size = sizes.get(item);
  if (size === undefined) {
    const text = Buffer.from(JSON.stringify(item));
    size = { bytes: text.length, values: countJsonValues(text) };
    sizes.set(item, size);
  }
  return size;
}
