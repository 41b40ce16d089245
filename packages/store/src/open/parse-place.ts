import { describeValue } from "@toolcrib/shared/errors";
import { StoreError } from "../errors/store-error.ts";

/** Where a store is. */
export type StorePlace =
  | { readonly kind: "memory" }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "postgres"; readonly url: string };

/** Whether this can be the place of a store. */
export function isStorePlace(place: string): boolean {
  try {
    parsePlace(place);
    return true;
  } catch {
    return false;
  }
}

/** Reads `memory`, a folder or a `postgres://` URL. Errors never show the URL, because it may hold a password. */
export function parsePlace(place: string): StorePlace {
  if (place === "memory") return { kind: "memory" };
  if (/^postgres(ql)?:\/\//i.test(place)) {
    if (!URL.canParse(place))
      throw new StoreError("invalid_store", { received: "a postgres:// URL that is not valid" });
    return { kind: "postgres", url: place };
  }
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(place) ?? [];
  if (scheme !== undefined) throw new StoreError("invalid_store", { received: `a ${scheme}:// URL` });
  if (place.trim() === "" || place.includes("\0"))
    throw new StoreError("invalid_store", { received: describeValue(place) });
  return { kind: "folder", folder: place };
}
