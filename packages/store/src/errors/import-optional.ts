import { StoreError } from "./store-error.ts";

/** Imports a package that only some stores need. */
export async function importOptional<Module>(
  name: string,
  place: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw cause;
    throw new StoreError("store_package_missing", { place, package: name }, { cause });
  }
}
