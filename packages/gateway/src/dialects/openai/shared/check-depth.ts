import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { invalid, shortened } from "./parameter-errors.ts";
import type { Fields } from "./read-values.ts";

/** Rejects fields that could not be written down again. Those in `elsewhere` are checked where they are read. */
export function checkDepth(body: Fields, elsewhere: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(body)) {
    if (!elsewhere.has(name) && isNestedTooDeeply(value)) throw invalid(shortened(name), "it is nested too deeply");
  }
}
