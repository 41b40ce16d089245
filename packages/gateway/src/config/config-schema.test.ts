import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { configJsonSchema } from "./config-schema.ts";

it("toolcrib.schema.json is the schema that the gateway checks configs with", async () => {
  const file = new URL("../../toolcrib.schema.json", import.meta.url);

  // Written by `npm run schema` in this package.
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});
