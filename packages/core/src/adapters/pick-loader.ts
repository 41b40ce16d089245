import { describeValue } from "@toolcrib/shared/errors";
import { CoreError } from "../errors/core-error.ts";

/** The loader of this name; without one, the first of the adapter's. Throws if the adapter has none of that name. */
export function pickLoader<Loaders extends Readonly<Record<string, unknown>>>(
  loaders: Loaders,
  name: string = Object.keys(loaders)[0] ?? "",
): Loaders[keyof Loaders] {
  if (Object.hasOwn(loaders, name)) return loaders[name as keyof Loaders];
  throw new CoreError("invalid_setting", {
    setting: "loader",
    expected: `one of ${Object.keys(loaders).join(", ")}`,
    received: describeValue(name),
  });
}
