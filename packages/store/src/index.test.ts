import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import * as store from "./index.ts";
import * as search from "./search/index.ts";
import * as suites from "./suites/index.ts";

it("exports these values, and no others", () => {
  expect(Object.keys(store).toSorted()).toEqual([
    "GuardedStore",
    "JoinedStore",
    "MemoryCounters",
    "MemoryStore",
    "SecretBox",
    "SecretStore",
    "StoreError",
    "createSecretKey",
    "errorTable",
    "isStorePlace",
    "migrateStore",
    "openStore",
    "parsePlace",
    "reencryptSecrets",
    "secretKeysVariable",
  ]);
  expect(Object.keys(suites)).toEqual(["storeSuite"]);
  expect(Object.keys(search).toSorted()).toEqual(["SqlToolIndex", "ToolCatalogues", "openCatalogues"]);
});

it("does what the example in the README shows", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const file = new URL("./example.generated.mjs", import.meta.url);
  onTestFinished(() => rmSync(file));
  writeFileSync(
    file,
    code.replace("@toolcrib/store", "./index.ts").replace(/console\.log\((.*)\);/, "export const shown = $1;"),
  );

  const { shown } = (await import(file.href)) as { shown: unknown };

  const [, printed] = /console\.log\(.*\); \/\/ (.*)/.exec(code) ?? [];
  expect(inspect(shown)).toBe(printed);
});
