import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { loaderNames } from "@toolcrib/core/loaders";
import { expect, it } from "vitest";
import { listSourceFiles } from "../requirements/list-source-files.ts";
import { rootFolder } from "../workspace.ts";

/** Where the name of a loader may stand: in its module, in what is known about real upstreams, and in samples. */
const places =
  /^packages\/(core|adapters\/[\w-]+)\/src\/loaders\/|\/route\/capability-table\.ts$|\/suites\/sample-\w+\.ts$|\/commands\/demo\/|\/testing\//;

/** `eager` is also the word for tools that are in the prompt, so it counts only as the value of `loader`. */
const written = loaderNames.map((name) => (name === "eager" ? `loader: "${name}"` : `"${name}"`));

it("names loaders only where they are implemented, so that a new one needs no other change", () => {
  const found = listSourceFiles(join(rootFolder, "packages"))
    .map((file) => relative(rootFolder, file))
    .filter((file) => /\/src\//.test(file) && !/\.test\.tsx?$/.test(file) && !places.test(file))
    .filter((file) => {
      const source = readFileSync(join(rootFolder, file), "utf8");
      return written.some((name) => source.includes(name)) || /--loader [a-z]|loader `[a-z]/.test(source);
    });

  expect(found).toEqual([]);
});
