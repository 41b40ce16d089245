import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openFolder } from "./open-folder.ts";

it.skipIf(process.platform === "win32").each([
  ["is new", () => {}],
  ["was made by an earlier version", (data: string) => mkdirSync(data, { mode: 0o755, recursive: true })],
])(
  "lets no other user of the machine read the data, if the folder around it may be read and it %s",
  {
    timeout: 120_000,
  },
  async (_state, prepare) => {
    const parent = mkdtempSync(join(tmpdir(), "toolcrib-open-folder-"));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const folder = join(parent, "store");
    const data = join(folder, "data");
    mkdirSync(folder, { mode: 0o755 });
    prepare(data);

    await (await openFolder(folder)).close();

    expect((statSync(data).mode & 0o777).toString(8)).toBe("700");
  },
);
