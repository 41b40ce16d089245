import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";

it("SECURITY.md names tests that exist", () => {
  const files = execFileSync("git", ["ls-files", "packages"], { cwd: rootFolder, encoding: "utf8" }).split("\n");
  const text = readFileSync(join(rootFolder, "SECURITY.md"), "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file as string);
  const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));

  expect(named.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
