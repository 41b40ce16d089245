import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { slowFiles } from "../test/slow-first.ts";
import { rootFolder } from "../workspace.ts";

it("the slow tests that go first exist", () => {
  expect(slowFiles.filter((file) => !existsSync(join(rootFolder, file)))).toEqual([]);
});
