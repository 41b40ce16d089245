import type { ApiFields } from "../../../body/check-keys.ts";
import type { DeclaredApi, Inner, Part } from "./declare.ts";

/**
 * The fields of an API's objects, from its declaration. `more` are fields whose inside is not declared, and that hold objects of the
 * API too; `maps` hold them by names of the client's own.
 */
export function apiFieldsOf(
  api: DeclaredApi,
  more: Readonly<Record<string, readonly string[]>> = {},
  maps: Readonly<Record<string, readonly string[]>> = {},
): ApiFields {
  const names = new Set<string>();
  const holders = new Set<string>(Object.keys(more));
  const seen = new Set<Inner>();
  const add = (inner: Inner): void => {
    if (seen.has(inner)) return;
    seen.add(inner);
    if (inner.kind === "fields") addParts(inner.fields, true);
    else if (inner.kind === "list") add(inner.item);
    else addParts(inner.kind === "types" ? inner.types : inner.values, false);
    if (inner.kind === "types") names.add(inner.tag);
  };
  const addParts = (parts: ReadonlyMap<string, Part>, areFields: boolean): void => {
    for (const [name, { inner }] of parts) {
      if (areFields) names.add(name);
      if (inner === undefined) continue;
      // Its keys are the client's own.
      if (areFields && name !== "metadata") holders.add(name);
      add(inner);
    }
  };
  add(api.request);
  for (const name of [...Object.values(more), ...Object.values(maps)].flat()) names.add(name);
  return { names, holders, maps: new Set(Object.keys(maps)) };
}
