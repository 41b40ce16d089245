import { describeValue } from "@toolcrib/shared/errors";
import { CoreError } from "../errors/core-error.ts";
import type { Loader } from "./loader.ts";

const places: ReadonlySet<unknown> = new Set(["upstream", "tools", "messages"]);

/** Throws for a loader that cannot be used, so that a mistake shows when it is given and not in the middle of a conversation. */
export function checkLoader(loader: Loader): Loader {
  const { specificationVersion, name, tools, definitionsIn, keepsGivenList, renderReferences, wrapper } = loader;
  if (specificationVersion !== "v1") fail("a loader of specification v1", specificationVersion);
  if (typeof name !== "string" || name === "") fail("a loader with a name", name);
  if (typeof tools !== "function") fail(`a function tools() on the loader ${name}`, tools);
  if (!places.has(definitionsIn)) fail(`definitionsIn on the loader ${name}: ${[...places].join(", ")}`, definitionsIn);
  if (keepsGivenList !== undefined && typeof keepsGivenList !== "function")
    fail(`a function keepsGivenList() on the loader ${name}, or none`, keepsGivenList);
  const shows = renderReferences !== undefined;
  if (shows !== (definitionsIn !== "upstream")) {
    fail(
      `renderReferences() on the loader ${name} exactly where the upstream does not expand references`,
      renderReferences,
    );
  }
  if (wrapper !== undefined && !shows)
    fail(`renderReferences() together with wrapper() on the loader ${name}`, renderReferences);
  return loader;
}

function fail(expected: string, received: unknown): never {
  throw new CoreError("invalid_setting", { setting: "loader", expected, received: describeValue(received) });
}
