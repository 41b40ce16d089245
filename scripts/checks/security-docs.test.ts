import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";

it("SECURITY.md and docs/tested-attacks.md name tests that exist", () => {
  const files = execFileSync("git", ["ls-files", "packages"], { cwd: rootFolder, encoding: "utf8" }).split("\n");
  const pages = ["SECURITY.md", "docs/tested-attacks.md"];
  const text = pages.map((page) => readFileSync(join(rootFolder, page), "utf8")).join("\n");
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file as string);
  const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));

  expect(named.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
