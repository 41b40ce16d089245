import type { LoaderName } from "@toolcrib/core";
import { eagerLoader } from "./eager-loader.ts";
import type { Loader } from "./loader.ts";
import { nativeLoader } from "./native-loader.ts";
import { preparedLoader } from "./prepared-loader.ts";

/** Every loader, by name. */
export const allLoaders: Readonly<Record<LoaderName, Loader>> = {
  native: nativeLoader,
  append: preparedLoader("append"),
  bridge: preparedLoader("bridge"),
  eager: eagerLoader,
};
